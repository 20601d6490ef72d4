import { createHash } from 'node:crypto';
import { sql, type Selectable } from '@errata/store';
import { fitText, inTransaction, type Ground } from './ground.js';
import type { LogbookDatabase } from './schema.js';

export interface NewCandidate {
  readonly space: string;
  readonly actor: string;
  readonly kind?: string;
  readonly content: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The row of the outbox that brings it to OpenMemory. */
  readonly outboxId: number;
}

export type Candidate = Readonly<Selectable<LogbookDatabase['knowledge_candidates']>>;

type Of = { readonly memoryId: string } | { readonly outboxId: number };

export interface CandidatePage {
  readonly spaces: readonly string[];
  readonly limit: number;
  readonly before?: number;
}

export interface CandidateQuery {
  /** Words, of which a hit has at least one, in any case. */
  readonly query: string;
  readonly spaces: readonly string[];
  readonly limit: number;
  /** Only those that OpenMemory does not have yet. */
  readonly waiting?: boolean;
}

/** What was stored, as it can be searched without OpenMemory, in a database. */
export function createCandidates({ db, dialect, guard, at }: Ground) {
  return {
    /** The number of the new one. */
    add: ({ space, actor, kind, content, metadata, outboxId }: NewCandidate): Promise<number> =>
      guard.write(async () => {
        const row = {
          ...{ space, actor: fitText(actor), ...kept(content) },
          ...{ created_at: at(), outbox_id: outboxId },
          ...(kind !== undefined && { kind: fitText(kind) }),
          ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
        };
        const added = await inTransaction(db, (trx) =>
          trx
            .insertInto('knowledge_candidates')
            .values(row)
            .returning('id')
            .executeTakeFirstOrThrow(),
        );
        return added.id;
      }),
    /** Those with most of the words first, then the newest. */
    search: ({ query, spaces, limit, waiting = false }: CandidateQuery) =>
      guard.read(async (): Promise<readonly Candidate[]> => {
        const terms = termsOf(query);
        const known = spaces.filter((space) => !space.includes('\0'));
        if (terms.length === 0 || known.length === 0) return [];
        // Not LIKE: SQLite compares it character by character, and a long word that is almost there takes seconds.
        const find = dialect === 'postgres' ? sql`strpos` : sql`instr`;
        const hits = terms.map(
          (term) => sql`case when ${find}(lower(content), lower(${term})) > 0 then 1 else 0 end`,
        );
        const words = sql<number>`(${sql.join(hits, sql` + `)})`;
        return db
          .selectFrom('knowledge_candidates')
          .selectAll()
          .where('space', 'in', known)
          .$if(waiting, (all) => all.where('memory_id', 'is', null))
          .where(words, '>', 0)
          .orderBy(words, 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
      }),
    /** The spaces that are not private and have something in them, those last written to first. */
    sharedSpaces: (limit: number): Promise<readonly string[]> =>
      guard.read(async () => {
        const rows = await db
          .selectFrom('knowledge_candidates')
          .select('space')
          .where('space', 'not like', 'private:%')
          .groupBy('space')
          .orderBy(({ fn }) => fn.max('id'), 'desc')
          .limit(limit)
          .execute();
        return rows.map(({ space }) => space);
      }),
    /** Those that OpenMemory has under these ids or keys, with the key of each. */
    known: (ids: readonly string[], keys: readonly string[]) =>
      guard.read(async () => {
        if (ids.length + keys.length === 0) return [];
        return db
          .selectFrom('knowledge_candidates')
          .innerJoin('outbox_memory', 'outbox_memory.id', 'knowledge_candidates.outbox_id')
          .selectAll('knowledge_candidates')
          .select('outbox_memory.idempotency_key')
          .where((or) =>
            or.or([
              ...(ids.length > 0 ? [or('knowledge_candidates.memory_id', 'in', ids)] : []),
              ...(keys.length > 0 ? [or('outbox_memory.idempotency_key', 'in', keys)] : []),
            ]),
          )
          .execute();
      }),
    /** What is known of the memory of this id, or of what waits in this row of the outbox. */
    find: (of: Of): Promise<Candidate | undefined> =>
      guard.read(async () => {
        const all = db.selectFrom('knowledge_candidates').selectAll();
        const query =
          'memoryId' in of
            ? all.where('memory_id', '=', of.memoryId)
            : all.where('outbox_id', '=', of.outboxId);
        return query.executeTakeFirst();
      }),
    /** Newest first, from before this number on. */
    list: ({ spaces, limit, before }: CandidatePage): Promise<readonly Candidate[]> =>
      guard.read(() =>
        db
          .selectFrom('knowledge_candidates')
          .selectAll()
          .where('space', 'in', spaces)
          .$if(before !== undefined, (all) => all.where('id', '<', before!))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      ),
    /** Another text for the same memory. */
    setContent: (id: number, content: string) =>
      guard.write(async () => {
        await db
          .updateTable('knowledge_candidates')
          .set(kept(content))
          .where('id', '=', id)
          .execute();
      }),
    /** Where the memory of this id belongs, as far as it is known here. */
    spaceOf: (memoryId: string): Promise<string | undefined> =>
      guard.read(async () => {
        const query = db.selectFrom('knowledge_candidates').select('space');
        const row = await query.where('memory_id', '=', memoryId).executeTakeFirst();
        return row?.space;
      }),
    /** Forget what waits with this very content; the rows of the outbox that were to bring it. */
    removeWaiting: ({ space, content }: Pick<Candidate, 'space' | 'content'>) =>
      guard.write(async () => {
        const rows = await db
          .deleteFrom('knowledge_candidates')
          .where('space', '=', space)
          .where('content_hash', '=', kept(content).content_hash)
          .where('memory_id', 'is', null)
          .returning('outbox_id')
          .execute();
        return rows.map(({ outbox_id }) => outbox_id);
      }),
    /** Say under which id OpenMemory has what came from this row of the outbox; false for an unknown row. */
    setMemoryId: (outboxId: number, memoryId: string) =>
      guard.write(async () => {
        const { numUpdatedRows } = await db
          .updateTable('knowledge_candidates')
          .set({ memory_id: memoryId })
          .where('outbox_id', '=', outboxId)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    /** Forget what OpenMemory has under this id, or what waits in this row of the outbox; how many there were. */
    remove: (of: Of) =>
      guard.write(async () => {
        const all = db.deleteFrom('knowledge_candidates');
        const those =
          'memoryId' in of
            ? all.where('memory_id', '=', of.memoryId)
            : all.where('outbox_id', '=', of.outboxId);
        return Number((await those.executeTakeFirst()).numDeletedRows);
      }),
  };
}

/** PostgreSQL stores no NUL in a text. */
function kept(given: string) {
  const content = given.replaceAll('\0', '');
  return { content, content_hash: hashOf(content) };
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

const MAX_TERMS = 8;
const MAX_LENGTH = 100;

/** The words of a query: a text that holds one of them is a hit. */
function termsOf(query: string): readonly string[] {
  return query
    .replaceAll('\0', '')
    .split(/\s+/u)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS)
    .map((term) => Array.from(term).slice(0, MAX_LENGTH).join(''));
}
