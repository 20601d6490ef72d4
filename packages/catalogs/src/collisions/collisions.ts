import { type Contract, type Era, ERAS, judgeCode } from '@errata/core';
import { type CodeVerdict, type Definition, MODERN, STANDARD_CODES } from '@errata/core/internal';
import {
  erasByNumber,
  KNOWN_CONTRACTS,
  KNOWN_SOURCES,
  type Meaning,
  type NumberSource,
} from './sources.js';

/** Every number that means two or more different things, from the highest down, as the codes are usually listed. */
export function collisionMap(
  sources: readonly NumberSource[] = KNOWN_SOURCES,
): readonly NumberReport[] {
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
 * The verdict on a number. `conflict`: a party uses a number of the specification for something else;
 * `reserved` and `legacy`: the bands of MCP 2026-07-28; `ambiguous`: free, and several parties mean different things;
 * `standard` and `specification`: defined, and used as defined; `clear`: nothing.
 */
export type NumberVerdict =
  'standard' | 'specification' | 'conflict' | 'reserved' | 'legacy' | 'ambiguous' | 'clear';

const NEWEST: Era = MODERN;

/** The verdict on a number, from all its meanings. */
export function verdictOf(code: number, meanings: readonly Meaning[]): NumberVerdict {
  if ((STANDARD_CODES as readonly number[]).includes(code)) return 'standard';
  const own = meanings.filter(({ kind }) => kind === 'specification');
  const different = identities(meanings).size;
  if (own.length > 0) return different > identities(own).size ? 'conflict' : 'specification';
  const { level } = judgeCode(code, NEWEST);
  if (level === 'must-not') return 'reserved';
  if (level === 'should-not') return 'legacy';
  return different > 1 ? 'ambiguous' : 'clear';
}

/** The different meanings. Two names for one condition are one meaning. */
function identities(meanings: readonly Meaning[]): ReadonlySet<string> {
  return new Set(meanings.map(identityOf));
}

/** The meaning as a word that can be compared between parties. */
function identityOf({ condition, name }: Meaning): string {
  // Only some catalogs distinguish a failure of the protocol layer from a failure of a tool.
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
  readonly verdict: NumberVerdict;
  /** How many different things it means. */
  readonly different: number;
  readonly meanings: readonly Meaning[];
  readonly eras: Readonly<Record<Era, EraOfNumber>>;
}

/** Everything that a number means, to whom, where it may be sent, and what a client should do with it. */
export function meaningsOf(
  code: number,
  sources: readonly NumberSource[] = KNOWN_SOURCES,
): NumberReport {
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
    return 'Never emit it. A peer that does breaks the specification, so assume no meaning';
  }
  return adviceOfParties(here);
}

/** The parties that send a number of the specification for something else. A reason tells their failures apart. */
function exceptions(own: readonly Meaning[], here: readonly Meaning[]): string {
  const meant = identities(own);
  const others = here.filter((meaning) => !meant.has(identityOf(meaning)));
  if (others.length === 0) return '';
  const who = list(others.map((meaning) => meaning.who));
  return `; ${who} also ${who.includes(', ') ? 'mean' : 'means'} something else by it, so read the reason`;
}

/** The strategies that parties declare; the number alone does not say which party sent it. */
function adviceOfParties(here: readonly Meaning[]): string {
  if (here.length === 0) return 'No known party sends it';
  const declared = here.filter(({ strategy }) => strategy !== undefined);
  const wishes = declared.map(({ who, name, strategy }) => `${who} ${name}: ${strategy}`);
  const strategies = new Set(declared.map(({ strategy }) => strategy));
  if (here.length === 1) return wishes[0] ?? 'The sender declares no strategy';
  const silent = declared.length < here.length ? ', others declare nothing' : '';
  if (strategies.size === 1 && silent === '') return `All say ${declared[0]!.strategy}`;
  return wishes.length === 0
    ? 'Find out who sent it; no party declares a strategy'
    : `Find out who sent it: ${list(wishes)}${silent}`;
}

function list(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}
