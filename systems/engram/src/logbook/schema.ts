import {
  createMigrations,
  sql,
  type Kysely,
  type StoreDialect,
  type TablesOf,
  type TableSteps,
} from '@errata/store';

/**
 * The tables of the logbook, by the migration that creates them or adds columns. What was released is never changed, only added to. Times are
 * ISO 8601 and JSON is text: the same on both databases.
 */
const CREATED = {
  '0001_governance': {
    users: { id: 'key', display_name: 'text', role: 'text', created_at: 'text' },
    /** `value` is JSON. */
    settings: { key: 'key', value: 'text', updated_at: 'text', updated_by: 'text' },
  },
  '0002_write_audit': {
    /** Memories and rows of the outbox are named without a foreign key: history outlives them. `evidence` is JSON. */
    write_audit: {
      ...{ id: 'serial', at: 'text', correlation_id: 'text', actor: 'text', tool: 'text' },
      ...{ action: 'text', space: 'text?', reason: 'text?', rule: 'text?', memory_id: 'text?' },
      ...{ outbox_id: 'bigint?', evidence: 'text?', detail: 'text?' },
    },
  },
  '0003_outbox': {
    outbox_memory: {
      id: 'serial',
      idempotency_key: 'unique',
      /** JSON: the memory to add. */
      payload: 'text',
      status: 'text',
      /** Tries that failed. */
      attempts: 'integer',
      next_attempt_at: 'text',
      /** Who is sending it, and until when that is believed. */
      ...{ lease_owner: 'text?', lease_until: 'text?' },
      ...{ last_error: 'text?', memory_id: 'text?', correlation_id: 'text' },
      /** Which OpenMemory it is for; null: any. */
      destination: 'text?',
      ...{ created_at: 'text', updated_at: 'text' },
    },
  },
  '0004_knowledge': {
    /** `content_hash` is the SHA-256 in hexadecimal. */
    knowledge_candidates: {
      ...{ id: 'serial', space: 'text', actor: 'text', kind: 'text?', content: 'text' },
      ...{ content_hash: 'text', created_at: 'text', outbox_id: 'bigint', memory_id: 'text?' },
    },
    /** The bytes are a file that is named by the hash. */
    evidence: {
      ...{ sha256: 'key', size: 'integer', mime: 'text', created_at: 'text', created_by: 'text' },
    },
  },
  '0005_metadata': {
    /** `metadata` is JSON; with it a memory can be read without OpenMemory. */
    knowledge_candidates: { metadata: 'text?' },
  },
  '0006_teams': {
    /** Only these spaces have members. Every other team space is open to all users. */
    teams: { space: 'key', created_at: 'text', created_by: 'text' },
    /** `id` is the space and the user. */
    team_members: {
      ...{ id: 'key', space: 'text', user_id: 'text', added_at: 'text', added_by: 'text' },
    },
    /** One token per user. Only its SHA-256 is kept. */
    user_tokens: { user_id: 'key', token_hash: 'text', created_at: 'text', created_by: 'text' },
  },
} as const satisfies TableSteps;

/** All tables of the logbook as queries see them. */
export type LogbookDatabase = TablesOf<typeof CREATED>;

export const MIGRATIONS = createMigrations(CREATED, {
  '0002_write_audit': [
    ['write_audit_by_time', 'write_audit', ['at']],
    ['write_audit_by_request', 'write_audit', ['correlation_id']],
  ],
  '0003_outbox': [['outbox_memory_by_turn', 'outbox_memory', ['status', 'next_attempt_at', 'id']]],
  '0004_knowledge': [
    ['knowledge_candidates_by_space', 'knowledge_candidates', ['space', 'id']],
    ['knowledge_candidates_by_memory', 'knowledge_candidates', ['memory_id']],
    ['knowledge_candidates_by_outbox', 'knowledge_candidates', ['outbox_id']],
  ],
  '0006_teams': [
    ['team_members_by_user', 'team_members', ['user_id']],
    ['user_tokens_by_hash', 'user_tokens', ['token_hash']],
  ],
});

/** The first table or column that the logbook needs and the database has not; undefined if all are there. */
export async function findMissing(
  db: Kysely<LogbookDatabase>,
  dialect: StoreDialect,
): Promise<string | undefined> {
  const { rows } = await (dialect === 'postgres' ? POSTGRES : SQLITE).execute(db);
  const present = new Set(rows.flatMap((row) => [row.name, `${row.name}.${row.member}`]));
  for (const [table, columns] of Object.values(CREATED).flatMap((each) => Object.entries(each))) {
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
