import type { Exposure } from '../policy/index.js';
import type { PgType } from '../pg/index.js';
import type { Relation, Schema } from '../schema/index.js';
import type { Found, Output, Session, Typed } from './model.js';

/** More levels than this are not followed: code that is not compiled yet has room on the stack for about 900. */
const MAX_DEPTH = 600;

/** Ends the analysis of a statement that is nested too deeply. */
export class TooDeep extends Error {}

/** What a statement can use beside the schema: what earlier statements of the same text have made. */
export interface SessionOptions {
  readonly schema: Schema;
  readonly path: readonly string[];
  readonly exposure: Exposure | undefined;
  /** Relations that earlier statements of the text have made or changed, by the name they were given. */
  readonly made?: ReadonlyMap<string, MadeRelation>;
  /** How deep it already is. */
  readonly depth?: number;
}

/** A relation that a statement of the text itself has made or changed. */
export interface MadeRelation {
  readonly outputs: readonly Output[];
  /** It may have other columns. */
  readonly open: boolean;
  /** What it was before. */
  readonly relation?: Relation;
}

const NOTHING_MADE: ReadonlyMap<string, MadeRelation> = new Map();

/** What is found out about one statement. */
export class StatementSession implements Session {
  readonly schema: Schema;
  readonly path: readonly string[];
  readonly exposure: Exposure | undefined;
  readonly made: ReadonlyMap<string, MadeRelation>;
  readonly found = new Map<string, Found>();
  readonly reads = new Map<Relation, Set<string>>();
  readonly writes = new Map<Relation, Set<string>>();
  readonly parameters = new Map<number, Typed>();
  /** What subqueries within expressions have given, by their nodes. */
  readonly subqueries = new WeakMap<object, readonly Output[]>();
  /** What the part that is read now is within and a recursive query cannot use itself in, such as an outer join. */
  readonly barriers: string[] = [];
  /** How many of the problems are errors. */
  errors = 0;
  #depth: number;

  constructor(options: SessionOptions) {
    this.schema = options.schema;
    this.path = options.path;
    this.exposure = options.exposure;
    this.made = options.made ?? NOTHING_MADE;
    this.#depth = options.depth ?? 0;
  }

  get depth(): number {
    return this.#depth;
  }

  report(found: Found): void {
    const key = `${found.location ?? ''} ${found.code} ${found.target} ${found.name}`;
    if (this.found.has(key)) return;
    this.found.set(key, found);
    if (found.code !== 'unresolved') this.errors++;
  }

  read(relation: Relation, column?: string): void {
    touch(this.reads, relation, column);
  }

  write(relation: Relation, column?: string): void {
    touch(this.writes, relation, column);
  }

  parameter(number: number): Typed {
    let known = this.parameters.get(number);
    if (known === undefined) {
      known = { type: undefined, typmod: -1, param: number };
      this.parameters.set(number, known);
    }
    return known;
  }

  settle(number: number, type: PgType): void {
    if (this.parameter(number).type !== undefined) return;
    this.parameters.set(number, { type, typmod: -1 });
  }

  /** Runs the work of a part where a recursive query cannot use itself. */
  barred<T>(by: string | undefined, work: () => T): T {
    if (by === undefined) return work();
    this.barriers.push(by);
    try {
      return work();
    } finally {
      this.barriers.pop();
    }
  }

  /** `levels`: how much of the stack the work takes, in levels of an expression. */
  deeper<T>(work: () => T, levels = 1): T {
    if (this.#depth + levels > MAX_DEPTH) throw new TooDeep();
    this.#depth += levels;
    try {
      return work();
    } finally {
      this.#depth -= levels;
    }
  }
}

function touch(
  touched: Map<Relation, Set<string>>,
  relation: Relation,
  column: string | undefined,
): void {
  let columns = touched.get(relation);
  if (columns === undefined) touched.set(relation, (columns = new Set()));
  if (column !== undefined) columns.add(column);
}
