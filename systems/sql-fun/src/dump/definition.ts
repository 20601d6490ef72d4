import type { Edit, Piece } from './rewriting.js';

/** A statement that the loader executes. */
export interface Definition {
  /** As it is written. */
  readonly text: string;
  /** What it defines or changes; one part where no schema is written. */
  readonly name: readonly string[];
  /** Default: true. */
  readonly inSchema?: boolean;
  /** Of the text, always. */
  readonly edits: readonly Edit[];
  /** Whether a stub stands for the type that it defines. */
  readonly isStub?: boolean;
  /** Whether the name becomes one of a relation. */
  readonly relation?: boolean;
  /** The search path from here on. */
  readonly searchPath?: readonly string[];
  /** Something was left out of it by design: a sentence. */
  readonly note?: string;
  /** What it can do without. */
  readonly pieces?: () => readonly Piece[];
  /** Creates names that it needs and that dumps do not have: roles, servers. */
  readonly helpers?: readonly string[];
  /** The same as several statements. */
  readonly split?: readonly string[];
  /** Each may stand for it where everything else is refused. */
  readonly fallbacks?: readonly string[];
}

/** A statement that the loader does not execute, and the sentence why. */
export interface Omission {
  readonly omitted: string;
  /** Given where each statement of the kind is listed by itself. */
  readonly name?: string;
}

export type Treatment = Definition | Omission;

export const omit = (omitted: string, name?: string): Omission => ({
  omitted,
  ...(name !== undefined && { name }),
});

export const isOmitted = (treatment: Treatment): treatment is Omission => 'omitted' in treatment;
