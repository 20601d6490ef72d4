/** What we use of `DatabaseSync`, which Node has from version 22 on and a package brings to older ones. */
export interface DatabaseSync {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}

export interface StatementSync {
  all(...parameters: unknown[]): unknown[];
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): readonly unknown[];
}

type DatabaseConstructor = new (path: string) => DatabaseSync;

/** SQLite of Node itself where it is there and complete, else that of the package. */
export async function loadDatabaseSync(): Promise<DatabaseConstructor> {
  const builtin = await loadBuiltin();
  if (builtin !== undefined && isComplete(builtin)) return builtin;
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return DatabaseSync;
}

async function loadBuiltin(): Promise<DatabaseConstructor | undefined> {
  // The types of the oldest Node that we support do not know the module.
  const name: string = 'node:sqlite';
  try {
    const { DatabaseSync } = (await import(name)) as { DatabaseSync: DatabaseConstructor };
    return DatabaseSync;
  } catch {
    return undefined; // an older Node
  }
}

/** The first versions lacked what we need. */
function isComplete(Database: DatabaseConstructor): boolean {
  const database = new Database(':memory:');
  try {
    return 'isTransaction' in database && 'columns' in database.prepare('select 1');
  } finally {
    database.close();
  }
}
