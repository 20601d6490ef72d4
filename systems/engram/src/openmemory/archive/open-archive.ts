import { randomUUID } from 'node:crypto';
import { openStore, sql, type Kysely, type Transaction } from '@errata/store';
import type { Added, FoundMemory, Memory, MemoryQuery, NewMemory } from '../memory.js';
import { createTables, createUpdateTrigger, type ArchiveSchema, type MemoryRow } from './schema.js';
import { searchMemories } from './search-memories.js';

interface ArchiveOptions {
  /** A path, or `:memory:`. */
  readonly database: string;
  /** Default: as large as SQLite lets it be. */
  readonly maxBytes?: number;
  readonly now: () => number;
}

interface Page {
  readonly space: string;
  readonly limit: number;
  readonly offset: number;
}

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Bytes that must be free for an addition. */
const HEADROOM = 32_768;

/** Open the memories that a file keeps, or begin it. What fails, fails with the exception of SQLite. */
export async function openArchive({ database, maxBytes, now }: ArchiveOptions) {
  const store = await openStore<ArchiveSchema>({
    url: `sqlite:${database}`,
    migrations: { '001_tables': createTables, '002_update': createUpdateTrigger },
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
    /** The same key again stores nothing and has the same id. */
    add: (memory: NewMemory, key?: string) =>
      db.transaction().execute(async (trx): Promise<Added> => {
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
    search: async (query: MemoryQuery): Promise<readonly FoundMemory[]> =>
      (await searchMemories(db, query)).map((row) => ({ ...toMemory(row), score: row.score })),
    find: async (id: string): Promise<Memory | undefined> => {
      const query = db.selectFrom('memories').selectAll().where('id', '=', id);
      const row = await query.executeTakeFirst();
      return row === undefined ? undefined : toMemory(row);
    },
    /** Newest first. */
    list: async ({ space, limit, offset }: Page): Promise<readonly Memory[]> => {
      const all = db.selectFrom('memories').selectAll().where('space', '=', space);
      const page = all
        .orderBy(sql`seq`, 'desc')
        .limit(limit)
        .offset(offset);
      return (await page.execute()).map(toMemory);
    },
    /** Whether it was there. */
    update: async (
      id: string,
      content: string,
      metadata?: Memory['metadata'],
    ): Promise<boolean> => {
      const set = { content, ...(metadata && { metadata: JSON.stringify(metadata) }) };
      const query = db.updateTable('memories').set(set).where('id', '=', id);
      return (await query.executeTakeFirst()).numUpdatedRows > 0n;
    },
    /** Whether it was there. */
    remove: async (id: string): Promise<boolean> => {
      const query = db.deleteFrom('memories').where('id', '=', id);
      return (await query.executeTakeFirst()).numDeletedRows > 0n;
    },
    count: async (): Promise<number> => {
      const { n } = await db
        .selectFrom('memories')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return n;
    },
    /** Leave the file no room to grow. */
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
  const { id, content, user_id, space, kind, created_at } = row;
  const metadata = row.metadata === null ? null : (JSON.parse(row.metadata) as Memory['metadata']);
  return { id, content, user_id, space, kind, metadata, created_at };
}

/** The most pages that SQLite can count. */
const NO_LIMIT = 4_294_967_294;

/** Let a database grow to so many bytes; one that is larger already may stay so, but not grow. */
async function limitSize<DB>(db: Kysely<DB>, maxBytes: number | undefined): Promise<void> {
  const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(db);
  const pages = maxBytes === undefined ? NO_LIMIT : Math.floor(maxBytes / rows[0]!.page_size);
  // 0 would be read as a question.
  await sql`pragma max_page_count = ${sql.lit(Math.max(1, pages))}`.execute(db);
}

/** Why a database refused what it may take later: there is no room, or somebody else held it for too long. */
export type StorageProblem = 'full' | 'busy';

/** By the primary codes of SQLite; the extended ones say how it came about. */
const PROBLEMS: ReadonlyMap<number, StorageProblem> = new Map([
  [5, 'busy'],
  [13, 'full'],
]);

/** The problem that an exception tells of; undefined where it is something else. */
export function storageProblem(error: unknown): StorageProblem | undefined {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? PROBLEMS.get(errcode & 0xff) : undefined;
}
