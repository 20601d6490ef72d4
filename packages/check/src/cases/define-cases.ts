import { kept, notApplicable, notObserved, violated, type Case, type Outcome } from '../case.js';
import type { Exchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import { codeOf, describe, errorOf, hasFailed, hasResult } from './read-reply.js';

/**
 * What a case makes of an exchange: `true` is right. `false` is wrong, and the report says that `what` got the reply it got; a text
 * is wrong too, and says so itself. An outcome is for the rest: there is nothing to judge, or other exchanges show it.
 */
export type Wanted = boolean | string | Outcome;

/** One request and one judgement. */
export interface Asking {
  /** Why there is nothing to ask; undefined where there is. */
  needs?(probe: Probe): Outcome | undefined;
  ask(probe: Probe): Promise<Exchange>;
  /** What was sent, as the subject of "… got error -32601". */
  readonly what?: string;
  /** Why the exchange shows nothing about the rule. Default: `noReply`. */
  unless?(exchange: Exchange, probe: Probe): Outcome | undefined;
  want(exchange: Exchange, probe: Probe): Wanted | Promise<Wanted>;
}

type Required = { readonly must: string } | { readonly should: string };
type Rest = Omit<Case, 'group' | 'requirement' | 'keyword' | 'link' | 'fix' | 'run'>;
type Texts = Pick<Case, 'link' | 'fix'>;

/**
 * A case as it is written: a requirement with one request and one judgement, or with a function where that is not enough. `Given`
 * is what the table says for all of its rows.
 */
export type CaseRow<Given extends keyof Texts = never> = Rest &
  Required &
  Omit<Texts, Given> &
  Partial<Texts> &
  (Asking | Pick<Case, 'run'>);

/** What the rows of a table have in common; a row may say otherwise. */
type Common = Pick<Case, 'group'> & Partial<Omit<Rest, 'id'> & Texts & Pick<Asking, 'unless'>>;

/** The cases of a table. A row has to have what the table does not say for all. */
export function defineCases<const C extends Common>(
  common: C,
  rows: readonly CaseRow<keyof C & keyof Texts>[],
): readonly Case[] {
  return rows.map((row) => toCase({ ...common, ...row } as Common & CaseRow));
}

function toCase(row: Common & CaseRow): Case {
  const { must, should, needs, ask, what, unless, want, ...rest } = row as Common &
    Texts &
    Rest & { must?: string; should: string } & Asking;
  const isMust = must !== undefined;
  return {
    run: (probe) => judge({ needs, ask, what, unless, want } as Asking, probe),
    ...rest,
    requirement: isMust ? must : should,
    keyword: isMust ? 'MUST' : 'SHOULD',
  };
}

async function judge(row: Asking, probe: Probe): Promise<Outcome> {
  const { needs, ask, what, unless = noReply, want } = row;
  const missing = needs?.(probe);
  if (missing !== undefined) return missing;
  const exchange = await ask(probe);
  const unjudged = unless(exchange, probe);
  if (unjudged !== undefined) return unjudged;
  return toOutcome(await want(exchange, probe), exchange, what);
}

function toOutcome(wanted: Wanted, exchange: Exchange, what = 'it'): Outcome {
  if (wanted === true) return kept;
  if (typeof wanted === 'object') return wanted;
  return violated(wanted === false ? `${what} got ${describe(exchange)}` : wanted, exchange);
}

/** The judgement of a row on an exchange, for cases that ask more than once. */
export function judgeReply(
  exchange: Exchange,
  what: string,
  want: (exchange: Exchange) => Wanted,
): Outcome {
  return noReply(exchange) ?? toOutcome(want(exchange), exchange, what);
}

export const NO_REPLY = notObserved('there was no reply');
export const DID_NOT_SURVIVE = notObserved('the connection did not survive it');
export const NOTHING_SUCCEEDS = {
  kind: 'not observed',
  why: 'no method is known that succeeds',
} as const satisfies Outcome;

/** For `unless`: nothing is left unjudged, silence included. */
export function never(): undefined {}

export function noReply({ reply }: Exchange): Outcome | undefined {
  return reply === undefined ? NO_REPLY : undefined;
}

/** For `needs`: a request that is known to be answered with a result. */
export function success({ harmless }: Probe): Outcome | undefined {
  return harmless === undefined ? NOTHING_SUCCEEDS : undefined;
}

export type Capability = 'tools' | 'resources' | 'prompts' | 'logging' | 'completions';

/** For `needs`: a capability that the server advertises. */
export function offers(capability: Capability): (probe: Probe) => Outcome | undefined {
  return ({ offer }) =>
    Object.hasOwn(offer.capabilities, capability)
      ? undefined
      : notApplicable(`the server offers no ${capability}`);
}

/** For `want`: any answer, be it a status of HTTP. */
export function isAnswered({ reply, told, state }: Exchange): Wanted {
  if (reply !== undefined || told.some(({ status }) => status >= 400)) return true;
  return state === 'open' ? false : DID_NOT_SURVIVE;
}

/** For `want`: no result that says nothing of a failure. */
export function isRefused(exchange: Exchange): boolean {
  return !hasResult(exchange.reply) || hasFailed(exchange);
}

/** For `want`: an error with one of these codes. Whether there is an error at all is the matter of another case. */
export function hasCode(...codes: readonly number[]): (exchange: Exchange) => Wanted {
  return ({ reply }) =>
    errorOf(reply) === undefined
      ? notObserved('it was not answered with an error')
      : codes.some((code) => code === codeOf(reply));
}

/** For `want`: no success, and where there is an error, one with one of these codes. */
export function isRefusedWith(...codes: readonly number[]): (exchange: Exchange) => Wanted {
  return (exchange) => isRefused(exchange) && hasCode(...codes)(exchange);
}

/** Exchanges that show a violation; a report needs no more. */
const MOST_EVIDENCE = 3;

/** What a list of things that are wrong comes to: the first in words, the rest as a number. */
export function outcomeOf(
  bad: readonly { readonly why: string; readonly exchange: Exchange }[],
): Outcome {
  const [first] = bad;
  if (first === undefined) return kept;
  const more = bad.length > 1 ? ` (and ${bad.length - 1} more)` : '';
  const evidence = bad.slice(0, MOST_EVIDENCE).map(({ exchange }) => exchange);
  return violated(`${first.why}${more}`, ...evidence);
}
