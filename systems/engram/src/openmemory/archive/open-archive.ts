import { randomUUID } from 'node:crypto';
import { openStore, sql, type Transaction } from '@errata/store';
import type { Added, FoundMemory, Memory, MemoryQuery, NewMemory } from '../memory.js';
import { createTables } from './create-tables.js';
import type { ArchiveSchema, MemoryRow } from './schema.js';
import { limitSize } from './limit-size.js';
import { searchMemories } from './search-memories.js';

export interface ArchiveOptions {
  /** A path, or `:memory:`. */
  readonly database: string;
  /** As large as SQLite lets it be, unless told. */
  readonly maxBytes?: number;
  readonly now: () => number;
}

/** Where memories are kept. What fails, fails with the exception of SQLite. */
export interface Archive {
  /** The same key again stores nothing and has the same id. */
  add(memory: NewMemory, key?: string): Promise<Added>;
  search(query: MemoryQuery): Promise<readonly FoundMemory[]>;
  find(id: string): Promise<Memory | undefined>;
  /** Whether it was there. */
  remove(id: string): Promise<boolean>;
  count(): Promise<number>;
  /** Leave the file no room to grow. */
  fill(): Promise<void>;
  unfill(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes that must be free for an addition. */
const HEADROOM = 32_768;

/** Open the memories that a file keeps, or begin it. */
export async function openArchive({ database, maxBytes, now }: ArchiveOptions): Promise<Archive> {
  const store = await openStore<ArchiveSchema>({
    url: `sqlite:${database}`,
    migrations: { '001_tables': createTables },
  });
  const { db } = store;
  const unfill = () => limitSize(db, maxBytes);
  await unfill();

  async function insert(trx: Transaction<ArchiveSchema>, memory: NewMemory): Promise<string> {
    await takeRoom(trx);
    const id = randomUUID();
    const { kind = null, metadata, ...rest } = memory;
    await trx
      .insertInto('memories')
      .values({
        ...rest,
        id,
        kind,
        metadata: metadata === undefined ? null : JSON.stringify(metadata),
        created_at: new Date(now()).toISOString(),
      })
      .execute();
    return id;
  }

  return {
    add: (memory, key) =>
      db.transaction().execute(async (trx) => {
        if (key === undefined) return { id: await insert(trx, memory) };
        const known = await trx
          .selectFrom('used_keys')
          .select('memory_id')
          .where('key', '=', key)
          .executeTakeFirst();
        if (known !== undefined) return { id: known.memory_id, deduplicated: true };
        const id = await insert(trx, memory);
        await trx.insertInto('used_keys').values({ key, memory_id: id }).execute();
        return { id };
      }),
    search: async (query) =>
      (await searchMemories(db, query)).map((row) => ({ ...toMemory(row), score: row.score })),
    find: async (id) => {
      const row = await db
        .selectFrom('memories')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? undefined : toMemory(row);
    },
    remove: async (id) => {
      const { numDeletedRows } = await db
        .deleteFrom('memories')
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    count: async () => {
      const { n } = await db
        .selectFrom('memories')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return n;
    },
    fill: async () => {
      // Free pages inside of the file would still take something.
      await sql`vacuum`.execute(db);
      await limitSize(db, 0);
    },
    unfill,
    close: () => store.close(),
  };
}

/**
 * Fail unless there is room to spare: on a full disk the small additions would still go into half-empty pages while the
 * large ones fail, and nothing would be left for removing, which writes as well.
 */
async function takeRoom(trx: Transaction<ArchiveSchema>): Promise<void> {
  await sql`insert into headroom (bytes) values (zeroblob(${sql.lit(HEADROOM)}))`.execute(trx);
  await sql`delete from headroom`.execute(trx);
}

function toMemory(row: MemoryRow): Memory {
  const { id, content, user_id, space, kind, metadata, created_at } = row;
  return {
    id,
    content,
    user_id,
    space,
    kind,
    metadata:
      metadata === null ? null : (JSON.parse(metadata) as Readonly<Record<string, unknown>>),
    created_at,
  };
}
