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
  readonly memoryId?: string;
}

export type Candidate = Readonly<Selectable<KnowledgeCandidatesTable>>;

export interface CandidateQuery {
  /** Words, all of which a hit has, in any order and case. */
  readonly query: string;
  readonly spaces: readonly string[];
  readonly limit: number;
}

/** What was stored, as it can be searched without OpenMemory. */
export interface Candidates {
  /** The number of the new one. */
  add(candidate: NewCandidate): Promise<number>;
  /** Newest first. */
  search(query: CandidateQuery): Promise<readonly Candidate[]>;
  /** Say under which id OpenMemory has it; false where there is no such candidate. */
  setMemoryId(id: number, memoryId: string): Promise<boolean>;
  /** Forget what OpenMemory has under this id; how many there were. */
  remove(memoryId: string): Promise<number>;
}

/** The candidates in a database. */
export function createCandidates({ db, guard, at }: Ground): Candidates {
  return {
    add: ({ space, actor, kind, content, memoryId }) =>
      guard.write(async () => {
        const kept = content.replaceAll('\0', '');
        const row = {
          space,
          actor: fitText(actor),
          content: kept,
          content_hash: createHash('sha256').update(kept).digest('hex'),
          created_at: at(),
          ...(kind !== undefined && { kind: fitText(kind) }),
          ...(memoryId !== undefined && { memory_id: memoryId }),
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
    search: ({ query, spaces, limit }) =>
      guard.read(async () => {
        const patterns = likePatterns(query);
        const known = spaces.filter((space) => !space.includes('\0'));
        if (patterns.length === 0 || known.length === 0) return [];
        let search = db.selectFrom('knowledge_candidates').selectAll().where('space', 'in', known);
        for (const pattern of patterns) {
          search = search.where(sql<boolean>`lower(content) like lower(${pattern}) escape '\\'`);
        }
        return search.orderBy('id', 'desc').limit(limit).execute();
      }),
    setMemoryId: (id, memoryId) =>
      guard.write(async () => {
        const { numUpdatedRows } = await db
          .updateTable('knowledge_candidates')
          .set({ memory_id: memoryId })
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    remove: (memoryId) =>
      guard.write(async () => {
        const { numDeletedRows } = await db
          .deleteFrom('knowledge_candidates')
          .where('memory_id', '=', memoryId)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}
