import type { DatabaseSync, StatementSync } from './database-sync.js';

/** All rows of a query. */
export function readRows(
  database: DatabaseSync,
  statement: StatementSync,
  parameters: readonly unknown[],
): unknown[] {
  const read = () => statement.all(...parameters);
  try {
    return read();
  } catch (error) {
    if (!lacksCode(error)) throw error;
    const told = askAgain(database, () => statement.get(...parameters));
    if (told !== undefined) throw told;
    return read();
  }
}

/** The package for older versions of Node forgets the code of what fails in `all`, and errors are judged by their codes. */
function lacksCode(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && errcode === undefined;
}

/** The failure of the same statement with its code, which `get` does not forget. If it succeeds now, that is taken back. */
function askAgain(database: DatabaseSync, get: () => unknown): unknown {
  database.exec('savepoint asked_again');
  try {
    get();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    if (database.isTransaction) database.exec('rollback to asked_again; release asked_again');
  }
}
