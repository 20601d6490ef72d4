import type { Redactor } from '@errata/core';
import { clipText } from '@errata/core/internal';
import type { Insertable, Kysely, StoreDialect } from '@errata/store';
import type { Guard } from './guard.js';
import type { LogbookDatabase } from './schema.js';

/** What every part of the logbook uses: a database or a transaction of it. */
export interface Ground {
  readonly db: Kysely<LogbookDatabase>;
  readonly dialect: StoreDialect;
  readonly guard: Guard;
  /** The time so many milliseconds from now, ISO 8601. */
  at(later?: number): string;
  readonly redactor: Redactor;
}

const MAX_LENGTH = 500;

/** Without the character that PostgreSQL cannot keep, and short. */
export function fitText(text: string): string {
  return clipText(text.replaceAll('\0', ''), MAX_LENGTH);
}

/** Secrets go before anything is cut: half a secret is not recognised any more. */
export function cleanText({ redactor }: Pick<Ground, 'redactor'>, text: string): string {
  return fitText(redactor.redact(text));
}

/**
 * The work in a transaction: the one at hand, or one of its own. On SQLite also what is a single statement with an answer
 * is done so: the failure of a commit has a code only if the commit is a statement.
 */
export function inTransaction<T>(
  db: Kysely<LogbookDatabase>,
  work: (trx: Kysely<LogbookDatabase>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

const KEYS = {
  users: 'id',
  teams: 'space',
  team_members: 'id',
  settings: 'key',
  evidence: 'sha256',
} as const;

export type KeyedTable = keyof typeof KEYS;

/** False where the key of the row is taken; nothing is changed then. */
export async function addRow<T extends KeyedTable>(
  db: Kysely<LogbookDatabase>,
  table: T,
  row: Insertable<LogbookDatabase[T]>,
): Promise<boolean> {
  const added = await db
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) => conflict.column(KEYS[table] as never).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}
