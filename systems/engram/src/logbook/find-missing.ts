import { sql, type Kysely, type StoreDialect } from '@errata/store';
import type { LogbookDatabase } from './schema.js';

type Columns = { [T in keyof LogbookDatabase]: Record<keyof LogbookDatabase[T], true> };

const COLUMNS: Columns = {
  users: { id: true, display_name: true, role: true, created_at: true },
  settings: { key: true, value: true, updated_at: true, updated_by: true },
  write_audit: {
    ...{ id: true, at: true, correlation_id: true, actor: true, tool: true, action: true },
    ...{ space: true, reason: true, rule: true, memory_id: true, outbox_id: true },
    ...{ evidence: true, detail: true },
  },
  outbox_memory: {
    ...{ id: true, idempotency_key: true, payload: true, status: true, attempts: true },
    ...{ next_attempt_at: true, lease_owner: true, lease_until: true, last_error: true },
    ...{ memory_id: true, correlation_id: true, destination: true },
    ...{ created_at: true, updated_at: true },
  },
  knowledge_candidates: {
    ...{ id: true, space: true, actor: true, kind: true, content: true, content_hash: true },
    ...{ created_at: true, outbox_id: true, memory_id: true },
  },
  evidence: { sha256: true, size: true, mime: true, created_at: true, created_by: true },
};

/** The first table or column that the logbook needs and the database has not; undefined if all are there. */
export async function findMissing(
  db: Kysely<LogbookDatabase>,
  dialect: StoreDialect,
): Promise<string | undefined> {
  const { rows } = await (dialect === 'postgres' ? POSTGRES : SQLITE).execute(db);
  const present = new Set(rows.flatMap((row) => [row.name, `${row.name}.${row.member}`]));
  for (const [table, columns] of Object.entries(COLUMNS)) {
    if (!present.has(table)) return `table ${table}`;
    const column = Object.keys(columns).find((name) => !present.has(`${table}.${name}`));
    if (column !== undefined) return `column ${table}.${column}`;
  }
  return undefined;
}

interface Found {
  readonly name: string;
  readonly member: string;
}

const SQLITE = sql<Found>`
  select t.name as name, c.name as member
  from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`;

const POSTGRES = sql<Found>`
  select table_name as name, column_name as member
  from information_schema.columns where table_schema = any (current_schemas(false))`;
