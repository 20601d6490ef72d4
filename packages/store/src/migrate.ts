import { sql, type Kysely, type Transaction } from 'kysely';
import type { StoreDialect } from './store.js';

/** One step of a schema. It runs in a transaction, once per database. */
export interface Migration {
  up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void>;
}

/** The lock under which every schema of this kind is changed in one PostgreSQL database. */
const LOCK = 7_263_518_204;

interface MigrationTable {
  store_migrations: { name: string; applied_at: string };
}

/** Bring a database to the newest form of its schema, one transaction per step. Several processes may do so at once. */
export async function migrate(
  db: Kysely<MigrationTable>,
  dialect: StoreDialect,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const step = (trx: Transaction<MigrationTable>) => applyNext(trx, dialect, migrations);
  while (await db.transaction().execute(step));
}

/** Whether there was a next step. */
async function applyNext(
  trx: Transaction<MigrationTable>,
  dialect: StoreDialect,
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  // A transaction of SQLite holds the only lock for writing from its beginning.
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
  const names = Object.keys(migrations).sort();
  const next = findNext(names, await readApplied(trx));
  if (next === undefined) return false;
  await migrations[next]!.up(trx as unknown as Kysely<unknown>, dialect);
  await trx
    .insertInto('store_migrations')
    .values({ name: next, applied_at: new Date().toISOString() })
    .execute();
  return true;
}

async function readApplied(trx: Transaction<MigrationTable>): Promise<ReadonlySet<string>> {
  await trx.schema
    .createTable('store_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  const rows = await trx.selectFrom('store_migrations').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

function findNext(names: readonly string[], applied: ReadonlySet<string>): string | undefined {
  const unknown = [...applied].filter((name) => !names.includes(name)).sort();
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this program: it has the migration '${unknown.join("', '")}', ` +
        'which is not known here. Start the version that made it, or a later one.',
    );
  }
  const next = names.find((name) => !applied.has(name));
  if (next === undefined) return undefined;
  const later = names.find((name) => name > next && applied.has(name));
  if (later !== undefined) {
    throw new Error(
      `The migration '${next}' is new, but comes before '${later}', which the database already has.`,
    );
  }
  return next;
}
