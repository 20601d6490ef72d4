import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from '@errata/store';
import type { LogbookDatabase } from '../../logbook/schema.js';

const TABLES = [
  'users',
  'settings',
  'write_audit',
  'outbox_memory',
  'knowledge_candidates',
  'evidence',
  'teams',
  'team_members',
  'user_tokens',
] as const satisfies readonly (keyof LogbookDatabase)[];

/** What a logbook holds. */
export function createSurvey(db: Kysely<LogbookDatabase>, folder: string) {
  const rowsOf = async (table: (typeof TABLES)[number]) =>
    [table, await db.selectFrom(table).selectAll().execute()] as const;
  const tables = () => Promise.all(TABLES.map(rowsOf));
  return {
    /** How many rows each table has, and how many files the folder of evidence. */
    async counts() {
      const entries = (await tables()).map(([table, rows]) => [table, rows.length] as const);
      return {
        ...(Object.fromEntries(entries) as Record<(typeof TABLES)[number], number>),
        files: readdirSync(folder).length,
      };
    },
    /** All rows of all tables, and all files with their names, as one text. */
    async everything() {
      const files = readdirSync(folder).map((name) => [
        name,
        readFileSync(join(folder, name), 'utf8'),
      ]);
      return JSON.stringify([await tables(), files]);
    },
  };
}
