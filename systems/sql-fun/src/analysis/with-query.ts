import type { CommonTableExpr, Node, SelectStmt } from 'libpg-query';
import { formatType } from '../pg/index.js';
import { checkAliases, renamed } from './aliases.js';
import type { Analyzer } from './analyzer.js';
import { withoutUnknowns } from './built-in.js';
import type { Cte, Ctes } from './cte.js';
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
  readonly #outer: QueryScope | undefined;
  #state: 'new' | 'reading' | 'recursing' | 'read' = 'new';
  #rows: Rows = UNKNOWN_ROWS;

  constructor(
    definition: CommonTableExpr,
    recursive: boolean,
    analyzer: Analyzer,
    session: StatementSession,
    outer: QueryScope | undefined,
  ) {
    this.name = definition.ctename ?? '';
    this.#definition = definition;
    this.#recursive = recursive;
    this.#analyzer = analyzer;
    this.#session = session;
    this.#outer = outer;
  }

  rows(location: number | undefined): Rows {
    if (this.#state === 'new') this.read();
    if (this.#state === 'reading') {
      const message = `${this.name} uses itself where it does not recurse yet: only the last part of a UNION can.`;
      this.#misplaced(message, location);
      return UNKNOWN_ROWS;
    }
    if (this.#state === 'read' && !this.#returnsRows()) {
      this.#misplaced(`${this.name} has no RETURNING, so it gives no rows.`, location);
      return UNKNOWN_ROWS;
    }
    return this.#rows;
  }

  read(): void {
    if (this.#state !== 'new') return;
    this.#state = 'reading';
    const { ctequery } = this.#definition;
    const rows = ctequery ? this.#query(ctequery) : UNKNOWN_ROWS;
    this.#rows = this.#named(withoutUnknowns(rows, this.#session));
    const { outputs, open } = this.#rows;
    const scope = { session: this.#session, analyzer: this.#analyzer };
    this.#rows = { outputs: [...outputs, ...searchColumns(this.#definition, scope)], open };
    this.#state = 'read';
  }

  #query(node: Node): Rows {
    const within = { session: this.#session, outer: this.#outer, ctes: this.ctes };
    const recursive = this.#recursive && 'SelectStmt' in node && isUnion(node.SelectStmt);
    if (!recursive) return this.#analyzer.query(node, within);
    const rows = this.#analyzer.query(node, {
      ...within,
      onFirst: (known) => {
        this.#rows = this.#named(withoutUnknowns(known, this.#session), false);
        this.#state = 'recursing';
      },
    });
    this.#checkTypes(this.#rows, rows);
    return rows;
  }

  /** The part that does not recurse decides the types; the whole cannot have others. */
  #checkTypes(first: Rows, whole: Rows): void {
    for (const [i, { name, type, typmod }] of first.outputs.entries()) {
      const other = whole.outputs[i];
      if (!type || !other?.type || whole.open) continue;
      if (other.type === type && other.typmod === typmod) continue;
      const [here, there] = [formatType(type, typmod), formatType(other.type, other.typmod)];
      const message = `Column ${name} of ${this.name} is ${here} where it does not recurse, but ${there} as a whole; cast it.`;
      const location = locationOf(this.#definition);
      const target = 'column';
      this.#session.report({ code: 'type_mismatch', target, name, message, location });
    }
  }

  #named({ outputs, open }: Rows, check = true): Rows {
    const { aliascolnames } = this.#definition;
    const aliases = names(aliascolnames);
    const { name } = this;
    const location = locationOf(this.#definition);
    if (check) {
      checkAliases(aliases, { name, columns: outputs.length, open, location }, this.#session);
    }
    return { outputs: renamed(outputs, aliases), open };
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
