import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '@errata/store';
import { within, type ArchiveDatabase } from '../archive/find-words.js';
import type { MemoryQuery } from '../memory.js';
import { EmbeddingFailure, type Embedder } from './create-embedder.js';

export interface VectorIndexOptions {
  /** Is called when the server begins to fail, with why, and with undefined when it answers again. */
  readonly onState?: (failure: string | undefined) => void;
  /** Milliseconds before the server is tried again. Default: 1,000, doubled up to 60,000. */
  readonly firstPause?: number;
}

export type VectorIndex = ReturnType<typeof createVectorIndex>;

/** Texts in one request. */
const BATCH = 32;
const LONGEST_PAUSE = 60_000;

/** Numbers before the last one in which memories may still appear: of two additions at once, the later may be seen first. */
const LATE = 1_000;

interface Waiting {
  readonly seq: number;
  readonly revision: number;
  readonly content: string;
}

/** The vectors of memories. They are made in the background: a memory is stored and found by its words whether the server answers or not. */
export function createVectorIndex(
  { db, dialect }: ArchiveDatabase,
  embedder: Embedder,
  { onState = () => {}, firstPause = 1_000 }: VectorIndexOptions = {},
) {
  const ending = new AbortController();
  const { signal } = ending;
  let failure: string | undefined;
  /** Up to here every memory has its vector. */
  let done = 0;
  let running: Promise<void> | undefined;
  /** Something came while the last look was on its way. */
  let again = false;
  let rescan = false;

  const note = (now: string | undefined) => {
    if (now === failure) return;
    const changed = (now === undefined) !== (failure === undefined);
    failure = now;
    if (changed) onState(now);
  };

  async function nextBatch(): Promise<readonly Waiting[]> {
    const { rows } = await sql<Waiting>`
      select memories.seq, memories.revision, content from memories
      left join memory_vectors as known on known.seq = memories.seq
        and known.revision = memories.revision and known.model = ${embedder.model}
      where known.seq is null and memories.seq > ${done - LATE} order by memories.seq limit ${BATCH}`.execute(
      db,
    );
    return rows;
  }

  /** A text that the server does not take has an empty vector, and is found by its words. */
  async function embed(batch: readonly Waiting[]): Promise<readonly Uint8Array[]> {
    try {
      const vectors = await embedder.texts(
        batch.map(({ content }) => content),
        signal,
      );
      return vectors.map(toBytes);
    } catch (error) {
      if (!(error instanceof EmbeddingFailure && error.refused)) throw error;
      if (batch.length === 1) return [new Uint8Array()];
      const single: Uint8Array[] = [];
      for (const one of batch) single.push(...(await embed([one])));
      return single;
    }
  }

  async function write(batch: readonly Waiting[], vectors: readonly Uint8Array[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      for (const [at, { seq, revision }] of batch.entries()) {
        const vector = Buffer.from(vectors[at]!);
        // The memory may be gone meanwhile; a newer content has another revision, which this vector does not count for.
        await sql`insert into memory_vectors (seq, model, revision, vector)
          select seq, ${embedder.model}, ${sql.lit(revision)}, ${vector}
          from memories where seq = ${seq} ${dialect === 'postgres' ? sql`for share` : sql``}
          on conflict (seq) do update
          set model = excluded.model, revision = excluded.revision, vector = excluded.vector`.execute(
          trx,
        );
      }
    });
  }

  async function run(): Promise<void> {
    let pause = firstPause;
    while (again && !signal.aborted) {
      again = false;
      if (rescan) done = 0;
      rescan = false;
      try {
        const batch = await nextBatch();
        if (batch.length === 0) continue;
        again = true;
        await write(batch, await embed(batch));
        done = Math.max(done, batch.at(-1)!.seq);
        note(undefined);
        pause = firstPause;
      } catch (error) {
        if (signal.aborted) break;
        again = true;
        // A database that fails now is tried again like the server.
        note(error instanceof EmbeddingFailure ? error.message : 'the database failed');
        await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      }
    }
    running = undefined;
  }

  /** Begin to make the vectors that are missing. With `all`, older memories may lack theirs as well. */
  function wake(all = false): void {
    again = true;
    rescan ||= all;
    if (!signal.aborted) running ??= run();
  }

  return {
    wake,
    /** The memories that are nearest to the query, nearest first: their numbers. Undefined if the server cannot be used. */
    async nearest(query: MemoryQuery, limit: number): Promise<readonly number[] | undefined> {
      let wanted: Float32Array;
      try {
        wanted = await embedder.query(query.query);
      } catch (error) {
        if (!(error instanceof EmbeddingFailure)) throw error;
        if (!error.refused) note(error.message);
        return undefined;
      }
      const { rows } = await sql<{ seq: number; vector: Uint8Array }>`
        select memory_vectors.seq as seq, vector from memory_vectors
        join memories on memories.seq = memory_vectors.seq
          and memories.revision = memory_vectors.revision
        where memory_vectors.model = ${embedder.model}
          and length(vector) = ${wanted.length} ${within(query)}`.execute(db);
      return rows
        .map(({ seq, vector }) => ({ seq, nearness: cosine(wanted, vector) }))
        .sort((one, other) => other.nearness - one.nearness || other.seq - one.seq)
        .slice(0, limit)
        .map(({ seq }) => seq);
    },
    /** Resolves when no vector is missing, or it is closed. */
    settled: async (): Promise<void> => {
      while (running !== undefined) await running;
    },
    async close(): Promise<void> {
      ending.abort();
      await embedder.close();
      await running;
    },
  };
}

/** A byte for each dimension: a quarter of the size, and the order of the nearest stays the same in practice. */
export function toBytes(vector: Float32Array): Uint8Array {
  const largest = vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0) || 1;
  return new Uint8Array(
    Int8Array.from(vector, (each) => Math.round((each / largest) * 127)).buffer,
  );
}

/** From −1 to 1, up to a factor that is the same for all vectors that are compared with this one. */
export function cosine(wanted: Float32Array, bytes: Uint8Array): number {
  const vector = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let product = 0;
  let square = 0;
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at]!;
    product += wanted[at]! * value;
    square += value * value;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}
