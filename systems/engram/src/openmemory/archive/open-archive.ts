import { randomUUID } from 'node:crypto';
import { openStore, sql, type Kysely, type Transaction } from '@errata/store';
import type { Added, FoundMemory, Memory, MemoryQuery, NewMemory } from '../memory.js';
import { createEmbedder, type EmbeddingsOptions } from '../embeddings/create-embedder.js';
import { createVectorIndex, type VectorIndexOptions } from '../embeddings/vector-index.js';
import {
  indexOf,
  MEMORY_COLUMNS,
  MIGRATIONS,
  type ArchiveSchema,
  type MemoryRow,
} from './schema.js';
import { searchMemories } from './search-memories.js';

export interface ArchiveOptions {
  /** A path, `:memory:`, or `postgres://…`. */
  readonly database: string;
  /** Without it, search is by words only. */
  readonly embeddings?: EmbeddingsOptions & VectorIndexOptions;
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

/** Open the memories of a database, or begin it. What fails, fails with the exception of the database. */
export async function openArchive({ database, maxBytes, embeddings, now }: ArchiveOptions) {
  // Before the database: a mistake in the options leaves nothing open.
  const embedder = embeddings && createEmbedder(embeddings);
  const store = await openStore<ArchiveSchema>({ url: urlOf(database), migrations: MIGRATIONS });
  const { db, dialect } = store;
  const unfill = async () => {
    if (dialect === 'sqlite') await limitSize(db, maxBytes);
  };
  await unfill();
  const vectors = embedder && createVectorIndex(store, embedder, embeddings);
  vectors?.wake();

  async function insert(trx: Transaction<ArchiveSchema>, id: string, given: NewMemory) {
    const { kind = null, metadata, ...memory } = given;
    await trx
      .insertInto('memories')
      .values({
        ...memory,
        ...{ id, kind, revision: 0 },
        metadata: metadata === undefined ? null : JSON.stringify(metadata),
        created_at: new Date(now()).toISOString(),
        ...indexOf(memory.content, dialect),
      })
      .execute();
  }

  /** The memory of this key: the given one where it is new. Of two processes with the same key, the second waits for the first. */
  async function useKey(trx: Transaction<ArchiveSchema>, key: string, memory_id: string) {
    const use = trx.insertInto('used_keys').values({ key, memory_id });
    await use.onConflict((conflict) => conflict.doNothing()).execute();
    const all = trx.selectFrom('used_keys').select('memory_id').where('key', '=', key);
    return (await all.executeTakeFirstOrThrow()).memory_id;
  }

  return {
    /** The same key again stores nothing and has the same id. */
    add: async (memory: NewMemory, key?: string): Promise<Added> => {
      const added = await db.transaction().execute(async (trx): Promise<Added> => {
        const id = randomUUID();
        const known = key === undefined ? id : await useKey(trx, key, id);
        if (known !== id) return { id: known, deduplicated: true };
        if (dialect === 'sqlite') await takeRoom(trx);
        await insert(trx, id, memory);
        return { id };
      });
      vectors?.wake();
      return added;
    },
    search: async (query: MemoryQuery): Promise<readonly FoundMemory[]> =>
      (await searchMemories(store, query, vectors)).map((row) => ({
        ...toMemory(row),
        score: row.score,
      })),
    find: async (id: string): Promise<Memory | undefined> => {
      const query = db.selectFrom('memories').select(MEMORY_COLUMNS).where('id', '=', id);
      const row = await query.executeTakeFirst();
      return row === undefined ? undefined : toMemory(row);
    },
    /** Newest first. */
    list: async ({ space, limit, offset }: Page): Promise<readonly Memory[]> => {
      const all = db.selectFrom('memories').select(MEMORY_COLUMNS).where('space', '=', space);
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
      const query = db
        .updateTable('memories')
        .set({ content, ...indexOf(content, dialect), revision: sql`revision + 1` })
        .$if(Boolean(metadata), (all) => all.set({ metadata: JSON.stringify(metadata) }))
        .where('id', '=', id);
      const { numUpdatedRows } = await query.executeTakeFirst();
      vectors?.wake(true);
      return numUpdatedRows > 0n;
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
    /** Resolves when every memory has its vector. */
    embedded: async () => vectors?.settled(),
    close: async () => {
      await vectors?.close();
      await store.close();
    },
  };
}

const urlOf = (database: string) =>
  /^(sqlite|postgres|postgresql):/.test(database) ? database : `sqlite:${database}`;

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

/** Why a database refused what it may take later: no room, another process holds it, or it cannot be reached. */
export type StorageProblem = 'full' | 'busy' | 'away';

/** By the primary codes of SQLite; the extended ones say how it came about. */
const PROBLEMS: ReadonlyMap<number, StorageProblem> = new Map([
  [5, 'busy'],
  [13, 'full'],
]);

/** By SQLSTATE of PostgreSQL or its class, and by what the network says. */
const POSTGRES_PROBLEMS: readonly (readonly [RegExp, StorageProblem])[] = [
  [/^53100$/, 'full'],
  [/^(53...|40...|55P03|57014)$/, 'busy'],
  [/^(08...|57P0.|ECONN[A-Z]+|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EPIPE)$/, 'away'],
];

/** The problem behind an exception; undefined for any other. */
export function storageProblem(error: unknown): StorageProblem | undefined {
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return PROBLEMS.get(errcode & 0xff);
  if (typeof code !== 'string') return undefined;
  return POSTGRES_PROBLEMS.find(([codes]) => codes.test(code))?.[1];
}
