import type { Scope, Source } from './sources.js';

export type Members = Readonly<Record<string, unknown>>;

/** A name of a relation, as it is written. */
export interface WrittenRelation {
  readonly schema: string | undefined;
  readonly name: string;
}

export interface NameVisitor {
  relation(range: WrittenRelation): void;
  /** A relation, a function or the like that a statement creates. */
  created(parts: readonly string[]): void;
  schema(name: string): void;
  /** A function, a type, an operator, … */
  other(target: string, parts: readonly string[]): void;
  /** A reference in an expression. `soft`: it may also be a name of a result column. */
  column(ref: Members, scope: Scope, soft: boolean): void;
  /** A column of one relation. */
  columnOf(source: Source, column: string): void;
  /** All columns get values, in their order. */
  allColumnsOf(source: Source, range: WrittenRelation): void;
}
