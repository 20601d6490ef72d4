import type { CommonTableExpr, Node, SelectStmt } from 'libpg-query';
import { formatType } from '../pg/index.js';
import { checkAliases, renamed } from './aliases.js';
import type { Analyzer } from './analyzer.js';
import { withoutUnknowns } from './built-in.js';
import type { Cte, Ctes } from './cte.js';
import type { Output } from './model.js';
import { locationOf, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import { UNKNOWN_ROWS, type Rows } from './rows.js';
import { searchColumns } from './search-columns.js';
import type { StatementSession } from './session.js';

/** A query of a WITH clause. It is read when it is first used, since with RECURSIVE the order does not matter. */
export class WithQuery implements Cte {
  readonly name: string;
  ctes: Ctes | undefined;
  readonly #definition: CommonTableExpr;
  readonly #recursive: boolean;
  readonly #analyzer: Analyzer;
  readonly #session: StatementSession;
  readonly #home: QueryScope;
  #state: 'new' | 'reading' | 'recursing' | 'read' = 'new';
  #rows: Rows = UNKNOWN_ROWS;
  #barriers = 0;
  #usedAt: number | undefined;

  constructor(
    definition: CommonTableExpr,
    recursive: boolean,
    analyzer: Analyzer,
    home: QueryScope,
  ) {
    this.name = definition.ctename ?? '';
    this.#definition = definition;
    this.#recursive = recursive;
    this.#analyzer = analyzer;
    this.#session = home.session;
    this.#home = home;
  }

  rows(location: number | undefined, user: object): Rows {
    if (this.#state === 'new') this.read();
    if (this.#state === 'reading') {
      const message = `${this.name} uses itself where it does not recurse yet: only the last part of a UNION can.`;
      this.#misplaced(message, this.#isRecursive() ? location : locationOf(this.#definition));
      return UNKNOWN_ROWS;
    }
    if (this.#state === 'recursing') this.#checkUse(location);
    if (this.#state === 'read' && !this.#returnsRows()) {
      this.#misplaced(`${this.name} has no RETURNING, so it gives no rows.`, location);
      return UNKNOWN_ROWS;
    }
    const { unlisted = [], outputs } = this.#rows;
    // Only the query that has the WITH clause itself finds what SEARCH and CYCLE add in a star.
    if (unlisted.length === 0 || user !== this.#home) return this.#rows;
    return { ...this.#rows, outputs: [...outputs, ...unlisted], unlisted: [] };
  }

  read(): void {
    if (this.#state !== 'new') return;
    this.#state = 'reading';
    const { ctequery } = this.#definition;
    const unlisted = searchColumns(this.#definition, {
      session: this.#session,
      analyzer: this.#analyzer,
    });
    const rows = ctequery ? this.#query(ctequery, unlisted) : UNKNOWN_ROWS;
    const { outputs, open } = this.#named(withoutUnknowns(rows, this.#session));
    this.#rows = { outputs, open, unlisted };
    this.#state = 'read';
  }

  #query(node: Node, unlisted: readonly Output[]): Rows {
    const session = this.#session;
    const within = { session, outer: this.#home.outer, ctes: this.ctes };
    if (!this.#isRecursive()) return this.#analyzer.query(node, within);
    const { errors } = session;
    const rows = this.#analyzer.query(node, {
      ...within,
      onFirst: (first) => {
        const known = this.#named(withoutUnknowns(first, session), false);
        this.#rows = { ...known, unlisted, recursive: true };
        this.#barriers = session.barriers.length;
        this.#state = 'recursing';
      },
    });
    if (session.errors === errors) this.#checkTypes(this.#rows, rows);
    return rows;
  }

  /** A recursive query can use itself once, and not where rows could be missed. */
  #checkUse(location: number | undefined): void {
    const { barriers } = this.#session;
    const barrier = barriers.length > this.#barriers ? barriers.at(-1) : undefined;
    if (barrier !== undefined) {
      this.#misplaced(`${this.name} cannot use itself within ${barrier}.`, location);
    } else if (this.#usedAt !== undefined && this.#usedAt !== location) {
      this.#misplaced(`${this.name} can use itself only once.`, location);
    }
    this.#usedAt ??= location;
  }

  /** The part that does not recurse decides the types; the whole cannot have others. */
  #checkTypes(first: Rows, whole: Rows): void {
    for (const [i, { name, type, typmod }] of first.outputs.entries()) {
      const other = whole.outputs[i];
      if (!type || !other?.type || whole.open) continue;
      if (other.type === type && other.typmod === typmod) continue;
      const [here, there] = [formatType(type, typmod), formatType(other.type, other.typmod)];
      const message = `Column ${name} of ${this.name} is ${here} where it does not recurse, but ${there} as a whole; cast it.`;
      const location = first.at?.(i) ?? locationOf(this.#definition);
      const target = 'column';
      this.#session.report({ code: 'type_mismatch', target, name, message, location });
    }
  }

  #named(rows: Rows, check = true): Rows {
    const { outputs, open } = rows;
    const { aliascolnames } = this.#definition;
    const aliases = names(aliascolnames);
    const { name } = this;
    const location = locationOf(this.#definition);
    if (check) {
      checkAliases(aliases, { name, columns: outputs.length, open, location }, this.#session);
    }
    return { ...rows, outputs: renamed(outputs, aliases) };
  }

  #isRecursive(): boolean {
    const { ctequery } = this.#definition;
    return (
      this.#recursive &&
      ctequery !== undefined &&
      'SelectStmt' in ctequery &&
      isUnion(ctequery.SelectStmt)
    );
  }

  #returnsRows(): boolean {
    const { ctequery } = this.#definition;
    return (
      !ctequery || 'SelectStmt' in ctequery || this.#rows.open || this.#rows.outputs.length > 0
    );
  }

  #misplaced(message: string, location: number | undefined): void {
    const { name } = this;
    this.#session.report({ code: 'misplaced', target: 'alias', name, message, location });
  }
}

function isUnion({ op }: SelectStmt): boolean {
  return op === 'SETOP_UNION';
}
