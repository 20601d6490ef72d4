import {
  kept,
  notApplicable,
  notObserved,
  violated,
  type Case,
  type CaseOutcome,
} from '../case.js';
import type { Era } from '@errata/core';
import type { WireExchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import { since } from './spec.js';
import { codeOf, describe, errorOf, hasFailed, hasResult } from './read-reply.js';

/**
 * What a case makes of an exchange: `true` is right. `false` is wrong, and the report says that `what` got the reply it got; a text
 * is wrong too, and says so itself. An outcome is for the rest: there is nothing to judge, or other exchanges show it.
 */
export type Wanted = boolean | string | CaseOutcome;

/** Why there is nothing to judge; a text is the reason of "not observed". */
export type Unjudged = CaseOutcome | string | false | undefined;

/** One request and one judgement. */
export interface Asking {
  /** Why there is nothing to ask; undefined if there is. */
  needs?(probe: Probe): Unjudged;
  ask(probe: Probe): Promise<WireExchange>;
  /** What was sent, as the subject of "… got error -32601". */
  readonly what?: string;
  /** Why the exchange shows nothing about the rule. Default: `noReply`. */
  unless?(exchange: WireExchange, probe: Probe): Unjudged;
  want(exchange: WireExchange, probe: Probe): Wanted | Promise<Wanted>;
}

/** More than one request, or more than one judgement: right, what was seen instead, or an outcome. */
export type Run = (probe: Probe) => Promise<Seen> | Seen;

/** What a function saw: `true` is right, a text is what was seen instead. */
export type Seen = true | string | CaseOutcome;

type Required = { readonly must: string } | { readonly should: string };
type Rest = Omit<Case, 'group' | 'requirement' | 'keyword' | 'link' | 'fix' | 'run' | 'when'>;
type Texts = Pick<Case, 'link' | 'fix'>;

/**
 * A case as it is written: a requirement with one request and one judgement, or with a function where that is not enough: `run` when
 * its turn comes, `last` when the run is over. An id `mcp/<revision>/…` applies from that revision on, unless `eras` says otherwise.
 * `Given` is what the table says for all of its rows.
 */
export type CaseRow<Given extends keyof Texts = never> = Rest &
  Required &
  Omit<Texts, Given> &
  Partial<Texts> &
  (Asking | (Pick<Asking, 'needs'> & ({ readonly run: Run } | { readonly last: Run })));

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
  const { must, should, needs, ask, what, unless, want, run, last, ...rest } = row as Common &
    Texts &
    Rest & { must?: string; should: string; run?: Run; last?: Run } & Asking;
  const isMust = must !== undefined;
  const judged = last ?? run ?? ((probe) => judge({ ask, what, unless, want }, probe));
  const eras = rest.eras ?? erasOf(rest.id);
  return {
    ...rest,
    ...(eras && { eras }),
    ...(last && { when: 'last' }),
    requirement: isMust ? must : should,
    keyword: isMust ? 'MUST' : 'SHOULD',
    run: async (probe) => toUnjudged(needs?.(probe)) ?? toOutcome(await judged(probe)),
  };
}

/** From the revision in the id on. */
function erasOf(id: string): readonly Era[] | undefined {
  const revision = /^mcp\/([\d-]+)\//.exec(id)?.[1];
  return revision === undefined ? undefined : since(revision as Era);
}

type PartialAsking = { [Name in keyof Asking]: Asking[Name] | undefined } & Pick<
  Asking,
  'ask' | 'want'
>;

async function judge(row: Omit<PartialAsking, 'needs'>, probe: Probe): Promise<CaseOutcome> {
  const { ask, what, unless = noReply, want } = row;
  const exchange = await ask(probe);
  const unjudged = toUnjudged(unless(exchange, probe));
  if (unjudged !== undefined) return unjudged;
  return judged(await want(exchange, probe), exchange, what);
}

function toUnjudged(why: Unjudged): CaseOutcome | undefined {
  return typeof why === 'string' ? notObserved(why) : why || undefined;
}

function judged(wanted: Wanted, exchange: WireExchange, what = 'it'): CaseOutcome {
  if (typeof wanted === 'object') return wanted;
  if (wanted === true) return kept;
  return violated(wanted === false ? `${what} got ${describe(exchange)}` : wanted, exchange);
}

function toOutcome(seen: Seen): CaseOutcome {
  if (seen === true) return kept;
  return typeof seen === 'string' ? violated(seen) : seen;
}

/** The judgement of a row on an exchange, for cases that ask more than once. */
export function judgeReply(
  exchange: WireExchange,
  what: string,
  want: (exchange: WireExchange) => Wanted,
): CaseOutcome {
  return noReply(exchange) ?? judged(want(exchange), exchange, what);
}

export const NO_REPLY = notObserved(
  'the server sent no reply to judge; where it has to reply, a finding of its own says so',
);
export const DID_NOT_SURVIVE = notObserved('the connection did not survive it');
export const NOTHING_SUCCEEDS = {
  kind: 'not observed',
  why: 'no method is known that succeeds',
} as const satisfies CaseOutcome;

/** For `unless`: nothing is left unjudged, silence included. */
export function never(): undefined {}

export function noReply({ reply }: WireExchange): CaseOutcome | undefined {
  return reply === undefined ? NO_REPLY : undefined;
}

/** For `needs`: a request that is known to be answered with a result. */
export function success({ harmless }: Probe): CaseOutcome | undefined {
  return harmless === undefined ? NOTHING_SUCCEEDS : undefined;
}

export type Capability = 'tools' | 'resources' | 'prompts' | 'logging' | 'completions';

/** For `needs`: a capability that the server advertises. */
export function offers(capability: Capability): (probe: Probe) => CaseOutcome | undefined {
  return ({ offer }) =>
    Object.hasOwn(offer.capabilities, capability)
      ? undefined
      : notApplicable(`the server offers no ${capability}`);
}

/** For `want`: any answer, be it a status of HTTP. */
export function isAnswered({ reply, httpAnswers, state }: WireExchange): Wanted {
  if (reply !== undefined || httpAnswers.some(({ status }) => status >= 400)) return true;
  return state === 'open' ? false : DID_NOT_SURVIVE;
}

/** For `want`: no result that says nothing of a failure. */
export function isRefused(exchange: WireExchange): boolean {
  return !hasResult(exchange.reply) || hasFailed(exchange);
}

/** For `want`: an error with one of these codes. Whether there is an error at all is the matter of another case. */
export function hasCode(...codes: readonly number[]): (exchange: WireExchange) => Wanted {
  return ({ reply }) =>
    errorOf(reply) === undefined
      ? notObserved('the reply is not an error, so it has no code to judge')
      : codes.some((code) => code === codeOf(reply));
}

/** For `want`: no success, and where there is an error, one with one of these codes. */
export function isRefusedWith(...codes: readonly number[]): (exchange: WireExchange) => Wanted {
  return (exchange) => isRefused(exchange) && hasCode(...codes)(exchange);
}

/**
 * For `run` of a case that comes last: judges everything of a kind that the run received by what is wrong with it. `none` says why
 * there is nothing to judge.
 */
export function review<T extends { readonly exchange: WireExchange }>(
  all: (probe: Probe) => readonly T[],
  none: string,
  flawOf: (item: T, probe: Probe) => string | undefined,
): Case['run'] {
  return (probe) => {
    const items = all(probe);
    if (items.length === 0) return notObserved(none);
    return outcomeOf(
      items.flatMap((item) => {
        const why = flawOf(item, probe);
        return why === undefined ? [] : [{ why, exchange: item.exchange }];
      }),
    );
  };
}

/** Exchanges that show a violation; a report needs no more. */
const MOST_EVIDENCE = 3;

/** What a list of things that are wrong comes to: the first in words, the rest as a number. */
export function outcomeOf(
  bad: readonly { readonly why: string; readonly exchange: WireExchange }[],
): CaseOutcome {
  const [first] = bad;
  if (first === undefined) return kept;
  const more = bad.length > 1 ? ` (and ${bad.length - 1} more)` : '';
  const evidence = new Set(bad.slice(0, MOST_EVIDENCE).map(({ exchange }) => exchange));
  return violated(`${first.why}${more}`, ...evidence);
}
