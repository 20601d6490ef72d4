import { sql, type Generated, type Kysely, type Migration, type StoreDialect } from '@errata/store';

/**
 * The tables of the logbook, by the migration that creates them or adds columns. What was released is never changed, only added to. Times are
 * ISO 8601 and JSON is text: the same on both databases. `serial` is a number that is never given twice, also after rows were deleted.
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
} as const satisfies Record<string, Record<string, Record<string, ColumnType>>>;

const INDEXES: Readonly<Record<keyof typeof CREATED, readonly Index[]>> = {
  '0001_governance': [],
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
  '0005_metadata': [],
  '0006_teams': [
    ['team_members_by_user', 'team_members', ['user_id']],
    ['user_tokens_by_hash', 'user_tokens', ['token_hash']],
  ],
};

type Index = readonly [name: string, table: string, columns: readonly string[]];

/** The types of columns, and what queries see of them. */
interface Values {
  serial: Generated<number>;
  key: string;
  unique: string;
  text: string;
  'text?': string | null;
  integer: number;
  bigint: number;
  'bigint?': number | null;
}

type ColumnType = keyof Values;

type Created = typeof CREATED;
type Tables = Created['0001_governance'] &
  Created['0002_write_audit'] &
  Created['0003_outbox'] &
  Created['0004_knowledge'] &
  Created['0005_metadata'] &
  Created['0006_teams'];

/** All tables of the logbook as queries see them. */
export type LogbookDatabase = {
  [T in keyof Tables]: { -readonly [C in keyof Tables[T]]: Values[Tables[T][C] & ColumnType] };
};

/** How the tables came to be, in order of the names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(CREATED).map(([name, tables]) => [
    name,
    {
      async up(db: Kysely<unknown>, dialect: StoreDialect) {
        for (const [table, columns] of Object.entries(tables)) {
          await createTable(db, dialect, name, table, columns);
        }
        for (const [index, table, columns] of INDEXES[name as keyof Created]) {
          await db.schema
            .createIndex(index)
            .on(table)
            .columns([...columns])
            .execute();
        }
      },
    },
  ]),
);

async function createTable(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  migration: string,
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
): Promise<void> {
  if (isExtended(migration, name)) {
    for (const column of Object.keys(columns)) {
      await db.schema.alterTable(name).addColumn(column, 'text').execute();
    }
    return;
  }
  let table = db.schema.createTable(name);
  for (const [column, type] of Object.entries(columns)) {
    if (type === 'serial') {
      table =
        dialect === 'postgres'
          ? table.addColumn(column, 'bigint', (id) => id.generatedAlwaysAsIdentity().primaryKey())
          : table.addColumn(column, 'integer', (id) => id.primaryKey().autoIncrement());
      continue;
    }
    const kind = type.startsWith('bigint') ? 'bigint' : type === 'integer' ? type : 'text';
    table = table.addColumn(column, kind, (each) => {
      if (type.endsWith('?')) return each;
      if (type === 'key') return each.primaryKey().notNull();
      return type === 'unique' ? each.notNull().unique() : each.notNull();
    });
  }
  await table.execute();
}

/** Whether an earlier migration has created this table. A column that is added later is a text, and may be null. */
const isExtended = (migration: string, table: string) =>
  Object.entries(CREATED).some(([name, tables]) => name < migration && table in tables);

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
