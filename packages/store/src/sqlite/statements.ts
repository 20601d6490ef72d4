import type { DatabaseSync, StatementSync } from './database-sync.js';

/** A statement that was prepared once for all its uses. */
export interface Prepared {
  readonly statement: StatementSync;
  /** Whether it answers with rows. */
  readonly answers: boolean;
}

/** Programs have a few dozen queries; those that write their own, with lists of every length, must not fill the memory. */
const KEPT = 200;

/** The prepared statements of a database, the latest used ones. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #kept = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): Prepared {
    const known = this.#kept.get(sql);
    if (known !== undefined) {
      this.#kept.delete(sql);
      this.#kept.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const prepared = { statement, answers: statement.columns().length > 0 };
    this.#kept.set(sql, prepared);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return prepared;
  }
}
