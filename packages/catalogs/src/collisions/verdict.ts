import { judgeCode, type Era } from '@errata/core';
import { STANDARD_CODES, MODERN } from '@errata/core/internal';
import type { Meaning } from './source.js';

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
export function identities(meanings: readonly Meaning[]): ReadonlySet<string> {
  return new Set(meanings.map(identityOf));
}

/** What a party means, in a word that can be compared with another party's. */
export function identityOf({ condition, name }: Meaning): string {
  // Whether the protocol layer or a tool broke is told apart by some catalogs only.
  if (condition === 'unexpected') return 'internal';
  if (condition !== undefined) return condition;
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/error(?:code)?$/, '');
}
