import { createHash } from 'node:crypto';
import { sql, type Selectable } from '@errata/store';
import { fitText, type Ground } from './ground.js';
import { inTransaction } from './in-transaction.js';
import { likePatterns } from './like-pattern.js';
import type { KnowledgeCandidatesTable } from './schema.js';

export interface NewCandidate {
  readonly space: string;
  readonly actor: string;
  readonly kind?: string;
  readonly content: string;
  /** The row of the outbox that brings it to OpenMemory. */
  readonly outboxId: number;
}

export type Candidate = Readonly<Selectable<KnowledgeCandidatesTable>>;

export interface CandidateQuery {
  /** Words, of which a hit has at least one, in any case. */
  readonly query: string;
  readonly spaces: readonly string[];
  readonly limit: number;
  /** Only those that OpenMemory does not have yet. */
  readonly waiting?: boolean;
}

/** What was stored, as it can be searched without OpenMemory. */
export interface Candidates {
  /** The number of the new one. */
  add(candidate: NewCandidate): Promise<number>;
  /** Those with most of the words first, then the newest. */
  search(query: CandidateQuery): Promise<readonly Candidate[]>;
  /** The spaces that are not private and have something in them, those last written to first. */
  sharedSpaces(limit: number): Promise<readonly string[]>;
  /** Where the memory of this id belongs, as far as it is known here. */
  spaceOf(memoryId: string): Promise<string | undefined>;
  /** Forget what waits with this very content; the rows of the outbox that were to bring it. */
  removeWaiting(of: {
    readonly space: string;
    readonly content: string;
  }): Promise<readonly number[]>;
  /** Say under which id OpenMemory has what came from this row of the outbox; false where there is no such candidate. */
  setMemoryId(outboxId: number, memoryId: string): Promise<boolean>;
  /** Forget what OpenMemory has under this id, or what waits in this row of the outbox; how many there were. */
  remove(of: { readonly memoryId: string } | { readonly outboxId: number }): Promise<number>;
}

/** The candidates in a database. */
export function createCandidates({ db, guard, at }: Ground): Candidates {
  return {
    add: ({ space, actor, kind, content, outboxId }) =>
      guard.write(async () => {
        const kept = content.replaceAll('\0', '');
        const row = {
          space,
          actor: fitText(actor),
          content: kept,
          content_hash: hashOf(kept),
          created_at: at(),
          outbox_id: outboxId,
          ...(kind !== undefined && { kind: fitText(kind) }),
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
    search: ({ query, spaces, limit, waiting = false }) =>
      guard.read(async () => {
        const patterns = likePatterns(query);
        const known = spaces.filter((space) => !space.includes('\0'));
        if (patterns.length === 0 || known.length === 0) return [];
        const hits = patterns.map(
          (pattern) =>
            sql`case when lower(content) like lower(${pattern}) escape '\\' then 1 else 0 end`,
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
    sharedSpaces: (limit) =>
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
    spaceOf: (memoryId) =>
      guard.read(async () => {
        const query = db.selectFrom('knowledge_candidates').select('space');
        const row = await query.where('memory_id', '=', memoryId).executeTakeFirst();
        return row?.space;
      }),
    removeWaiting: ({ space, content }) =>
      guard.write(async () => {
        const kept = content.replaceAll('\0', '');
        const rows = await db
          .deleteFrom('knowledge_candidates')
          .where('space', '=', space)
          .where('content_hash', '=', hashOf(kept))
          .where('memory_id', 'is', null)
          .returning('outbox_id')
          .execute();
        return rows.map(({ outbox_id }) => outbox_id);
      }),
    setMemoryId: (outboxId, memoryId) =>
      guard.write(async () => {
        const { numUpdatedRows } = await db
          .updateTable('knowledge_candidates')
          .set({ memory_id: memoryId })
          .where('outbox_id', '=', outboxId)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    remove: (of) =>
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

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
