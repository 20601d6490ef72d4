import type { Scope } from '../judge/scope.js';
import type { Made } from '../make/make.js';
import type { SpoiledKind } from '../spoiled.js';

/** A way to spoil one value: the first of the candidates is taken that is proven wrong, and wrong in no other way. */
export interface Fault {
  readonly kind: SpoiledKind;
  readonly candidates: readonly unknown[];
  readonly expected: readonly string[];
  /** The keywords without which the candidate would do. */
  readonly without?: readonly string[];
  /** What is wrong, as the rest of a sentence that begins with the path. */
  why(value: unknown): string;
}

/** A value that fits, what it fits, and where it stands. */
export interface Target {
  readonly made: Made;
  readonly schema: unknown;
  readonly scope: Scope;
  readonly name: string;
}
