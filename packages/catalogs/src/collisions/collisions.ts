import { type Contract, type Era, ERAS, judgeCode } from '@errata/core';
import { type CodeVerdict, type Definition, MODERN, STANDARD_CODES } from '@errata/core/internal';
import {
  erasByNumber,
  KNOWN_CONTRACTS,
  KNOWN_SOURCES,
  type Meaning,
  type Source,
} from './sources.js';

/** Every number that means two or more different things, from the highest down, as the codes are usually listed. */
export function collisionMap(sources: readonly Source[] = KNOWN_SOURCES): readonly NumberReport[] {
  const codes = new Set(sources.flatMap(({ meanings }) => meanings.map(({ code }) => code)));
  return [...codes]
    .sort((a, b) => b - a)
    .map((code) => meaningsOf(code, sources))
    .filter(({ different }) => different > 1);
}

/** A failure with the contract that declares it. */
export interface FoundFailure {
  readonly name: string;
  readonly contract: Contract;
  readonly definition: Definition;
  /** Its numbers, each with the eras in which it is used. */
  readonly numbers: readonly { readonly number: number; readonly eras: readonly Era[] }[];
}

/** Every failure of this name: the same reason in two domains is two failures. */
export function findByReason(
  reason: string,
  contracts: typeof KNOWN_CONTRACTS = KNOWN_CONTRACTS,
): readonly FoundFailure[] {
  return contracts.flatMap(({ name, contract }) => {
    const definition = contract.catalog.definition(reason);
    if (definition === undefined) return [];
    const numbers = [...erasByNumber(definition, contract)].map(([number, eras]) => ({
      number,
      eras,
    }));
    return [{ name, contract, definition, numbers }];
  });
}

/**
 * What is the matter with a number. `conflict`: somebody uses a number of the specification for something else;
 * `reserved` and `legacy`: the bands of MCP 2026-07-28; `ambiguous`: free, and several parties mean different things;
 * `standard` and `specification`: defined, and used as defined; `clear`: nothing.
 */
export type Verdict =
  'standard' | 'specification' | 'conflict' | 'reserved' | 'legacy' | 'ambiguous' | 'clear';

const NEWEST: Era = MODERN;

/** The verdict on a number, from what everybody means by it. */
export function verdictOf(code: number, meanings: readonly Meaning[]): Verdict {
  if ((STANDARD_CODES as readonly number[]).includes(code)) return 'standard';
  const own = meanings.filter(({ kind }) => kind === 'specification');
  const different = identities(meanings).size;
  if (own.length > 0) return different > identities(own).size ? 'conflict' : 'specification';
  const { level } = judgeCode(code, NEWEST);
  if (level === 'must-not') return 'reserved';
  if (level === 'should-not') return 'legacy';
  return different > 1 ? 'ambiguous' : 'clear';
}

/** What is really meant, each once. Two names for one condition are one meaning. */
function identities(meanings: readonly Meaning[]): ReadonlySet<string> {
  return new Set(meanings.map(identityOf));
}

/** What a party means, in a word that can be compared with another party's. */
function identityOf({ condition, name }: Meaning): string {
  // Whether the protocol layer or a tool broke is told apart by some catalogs only.
  if (condition === 'unexpected') return 'internal';
  if (condition !== undefined) return condition;
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/error(?:code)?$/, '');
}

/** Whether a number may be sent in an era, and what to do with one that was received. */
export interface EraOfNumber extends CodeVerdict {
  readonly advice: string;
}

/** What one number means: to whom, and whether it may be sent in each era. */
export interface NumberReport {
  readonly code: number;
  readonly verdict: Verdict;
  /** How many different things it means. */
  readonly different: number;
  readonly meanings: readonly Meaning[];
  readonly eras: Readonly<Record<Era, EraOfNumber>>;
}

/** Everything that a number means, to whom, where it may be sent, and what a client should make of it. */
export function meaningsOf(code: number, sources: readonly Source[] = KNOWN_SOURCES): NumberReport {
  const meanings = sources.flatMap((source) =>
    source.meanings.filter((meaning) => meaning.code === code),
  );
  return {
    code,
    verdict: verdictOf(code, meanings),
    different: identities(meanings).size,
    meanings,
    eras: Object.fromEntries(
      ERAS.map((era): [Era, EraOfNumber] => {
        const verdict = judgeCode(code, era);
        return [era, { ...verdict, advice: adviceFor(era, verdict, meanings) }];
      }),
    ) as Record<Era, EraOfNumber>,
  };
}

function adviceFor(era: Era, verdict: CodeVerdict, meanings: readonly Meaning[]): string {
  const here = meanings.filter(({ eras, where }) => eras.includes(era) && where !== 'local');
  const own = here.filter(({ kind }) => kind === 'specification');
  const retired = own.find(({ status }) => status === 'retired');
  if (retired !== undefined) {
    return `Never emit it; from an older peer it is ${retired.name} (${retired.strategy ?? 'no advice'})`;
  }
  if (verdict.level === 'standard' || (verdict.level === 'defined' && own.length > 0)) {
    return `It is ${list(own.map(({ name }) => name))} of the specification${exceptions(own, here)}`;
  }
  // MCP 2026-07-28: receivers must not assume any specific meaning for the legacy codes.
  if (verdict.level === 'should-not') {
    return 'Assume no meaning: go by the domain and reason that came with it, or treat it as an internal error';
  }
  if (verdict.level === 'must-not') {
    return 'Never emit it; whoever does breaks the specification, so assume no meaning';
  }
  return adviceOfParties(here);
}

/** Who sends a number of the specification for something else: no number can undo that, but a reason can. */
function exceptions(own: readonly Meaning[], here: readonly Meaning[]): string {
  const meant = identities(own);
  const others = here.filter((meaning) => !meant.has(identityOf(meaning)));
  if (others.length === 0) return '';
  const who = list(others.map((meaning) => meaning.who));
  return `; ${who} also ${who.includes(', ') ? 'mean' : 'means'} something else by it, so read the reason`;
}

/** What the parties that declare a strategy want; numbers alone do not say which party is speaking. */
function adviceOfParties(here: readonly Meaning[]): string {
  if (here.length === 0) return 'Nobody known sends it';
  const declared = here.filter(({ strategy }) => strategy !== undefined);
  const wishes = declared.map(({ who, name, strategy }) => `${who} ${name}: ${strategy}`);
  const strategies = new Set(declared.map(({ strategy }) => strategy));
  if (here.length === 1) return wishes[0] ?? 'The sender declares no strategy';
  const silent = declared.length < here.length ? ', others declare nothing' : '';
  if (strategies.size === 1 && silent === '') return `All say ${declared[0]!.strategy}`;
  return wishes.length === 0
    ? 'Find out who sent it; nobody declares a strategy'
    : `Find out who sent it: ${list(wishes)}${silent}`;
}

function list(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}
