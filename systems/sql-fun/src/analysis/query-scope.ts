import type { PgType } from '../pg/index.js';
import type { Ctes } from './cte.js';
import { ExpressionKeys } from './expression-key.js';
import type { Output, Scope, Typed } from './model.js';
import type { RecordTyped } from './expressions/index.js';
import { reportUnresolved } from './name-problems.js';
import { resolve, sourceOf, type Item, type Level } from './resolve.js';
import type { StatementSession } from './session.js';
import type { Ref, Source } from './source.js';

const UNKNOWN: Typed = { type: undefined, typmod: -1 };

/** The names of one query, and of the queries around it. */
export class QueryScope implements Scope, Level {
  readonly session: StatementSession;
  readonly outer: QueryScope | undefined;
  ctes: Ctes | undefined;
  items: readonly Item[] = [];
  lateral = false;
  /** FROM has the recursive query that this one is part of. */
  recurses = false;
  /** Tells which expressions of the query are the same. */
  readonly keys = new ExpressionKeys(this);
  /** All that FROM has, also what cannot be used where we are: to say so. */
  readonly sources: Source[] = [];

  constructor(session: StatementSession, outer: QueryScope | undefined, ctes = outer?.ctes) {
    this.session = session;
    this.outer = outer;
    this.ctes = ctes;
  }

  column(parts: readonly string[], location: number | undefined): Typed {
    const found = resolve(this, parts);
    if (found.kind === 'column') return this.read(found.ref);
    if (found.kind === 'open') return UNKNOWN;
    if (found.kind === 'row') return this.#row(found.source, parts, location);
    if (found.kind === 'no_column' && found.source) {
      const computed = this.#computed(found.source, parts.at(-1) ?? '');
      if (computed) return computed;
    }
    reportUnresolved(found, this, parts, location);
    return UNKNOWN;
  }

  star(parts: readonly string[], location: number | undefined): readonly Output[] {
    return this.starRefs(parts, location).map((ref) => this.read(ref));
  }

  /** The columns of a star as such: whoever groups has to tell those of one source from those of another. */
  starRefs(parts: readonly string[], location: number | undefined): readonly Ref[] {
    if (parts.length > 0) {
      const found = sourceOf(this, parts);
      if (found.kind === 'row') return found.source.refs();
      reportUnresolved(found, this, [...parts, '*'], location);
      return [];
    }
    const refs = this.items.filter(({ bare }) => bare).flatMap(({ source }) => source.refs());
    if (this.items.length === 0) {
      const message = 'There is nothing in FROM that * could stand for.';
      this.session.report({ code: 'misplaced', target: 'sql', name: '*', message, location });
    }
    return refs;
  }

  /** Whether a star may stand for other columns than those that are known. */
  isOpen(parts: readonly string[]): boolean {
    if (parts.length === 0) return this.items.some(({ bare, source }) => bare && source.open);
    const found = sourceOf(this, parts);
    return found.kind !== 'row' || found.source.open;
  }

  read(ref: Ref): Output {
    const { relation, column = ref.column.name } = ref.column;
    if (relation) this.session.read(relation, column);
    return ref.column;
  }

  row(parts: readonly string[], location: number | undefined): Typed {
    const found = sourceOf(this, parts);
    if (found.kind === 'row') return this.#row(found.source, parts, location);
    reportUnresolved(found, this, [...parts, '*'], location);
    return UNKNOWN;
  }

  /** Runs work that sees other items than these. */
  seeing<T>(items: readonly Item[], work: () => T): T {
    const { items: before } = this;
    this.items = items;
    try {
      return work();
    } finally {
      this.items = before;
    }
  }

  /** Runs the work of a part of FROM that does or does not see what stands before it. */
  inFrom<T>(lateral: boolean, work: () => T): T {
    const { lateral: before } = this;
    this.lateral = lateral;
    try {
      return work();
    } finally {
      this.lateral = before;
    }
  }

  /** A whole row. All of its columns are read. */
  #row(source: Source, parts: readonly string[], location: number | undefined): Typed {
    if (source.hides) reportUnresolved({ kind: 'no_column', source }, this, parts, location);
    const fields = source.refs().map((ref) => this.read(ref));
    const { rowType } = source;
    if (rowType === 'unknown' || source.open) return UNKNOWN;
    if (rowType) return { type: rowType, typmod: -1 };
    const record: RecordTyped = { type: this.#record(), typmod: -1, fields };
    return record;
  }

  /** `u.full_name` is also how a function `full_name(users)` can be called. */
  #computed(source: Source, name: string): Typed | undefined {
    const { schema, path, exposure } = this.session;
    const { rowType } = source;
    if (!rowType || exposure) return undefined;
    const routine = schema.catalog
      .routines(name, { path })
      .find(({ args }) => args.length === 1 && args[0] === rowType);
    if (!routine) return undefined;
    for (const ref of source.refs()) this.read(ref);
    return { type: routine.returns, typmod: -1 };
  }

  #record(): PgType | undefined {
    return this.session.schema.catalog.type('record', { schema: 'pg_catalog' });
  }
}
