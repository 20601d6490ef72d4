import { DatabaseSync } from '@photostructure/sqlite';

type Database = InstanceType<typeof DatabaseSync>;

/** Work on a SQLite file as another program would, beside the one that has it open. */
export async function inDatabase<T>(
  path: string,
  work: (database: Database) => T | Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 5000');
    return await work(database);
  } finally {
    database.close();
  }
}

/** Hold the lock on writing for as long as the work takes. */
export function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T> {
  return inDatabase(path, async (database) => {
    database.exec('begin exclusive');
    return work();
  });
}
