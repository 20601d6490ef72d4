import type { Insertable, Selectable } from '@errata/store';
import { hashOf } from './candidates.js';
import { addRow, type Ground, type KeyedTable } from './ground.js';
import type { LogbookDatabase } from './schema.js';

type Outbox = Selectable<LogbookDatabase['outbox_memory']>;
type Candidate = Selectable<LogbookDatabase['knowledge_candidates']>;

/** A memory with its provenance: what was stored, by whom, when, under which audit id, and what became of it. */
export interface MemoryRecord
  extends
    Pick<Candidate, 'space' | 'actor' | 'kind' | 'content' | 'metadata' | 'created_at'>,
    Pick<Outbox, 'idempotency_key' | 'correlation_id' | 'destination' | 'status' | 'memory_id'> {
  readonly outbox_id: number;
}

export type AuditRow = Selectable<LogbookDatabase['write_audit']>;

/** Rows with a number of at least this one, oldest first. */
export interface TransferPage {
  readonly after: number;
  readonly limit: number;
}

/** Whole tables by pages, and rows as another logbook had them, in a database. What is there already stays as it is. */
export function createTransfer({ db, guard, at }: Ground) {
  return {
    memories: ({ after, limit }: TransferPage): Promise<readonly MemoryRecord[]> =>
      guard.read(() =>
        db
          .selectFrom('knowledge_candidates as memory')
          .innerJoin('outbox_memory as row', 'row.id', 'memory.outbox_id')
          .select(['memory.space', 'memory.actor', 'memory.kind', 'memory.content'])
          .select(['memory.metadata', 'memory.created_at', 'memory.outbox_id'])
          .select(['row.idempotency_key', 'row.correlation_id', 'row.destination'])
          .select(['row.status', 'row.memory_id'])
          .where('row.id', '>', after)
          .orderBy('row.id')
          .limit(limit)
          .execute(),
      ),
    audit: ({ after, limit }: TransferPage): Promise<readonly AuditRow[]> =>
      guard.read(() =>
        db
          .selectFrom('write_audit')
          .selectAll()
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    evidence: () =>
      guard.read(() => db.selectFrom('evidence').selectAll().orderBy('sha256').execute()),
    /** Who added whom to which team, and when. */
    members: () =>
      guard.read(() => db.selectFrom('team_members').selectAll().orderBy('id').execute()),
    teams: () => guard.read(() => db.selectFrom('teams').selectAll().orderBy('space').execute()),
    settings: () =>
      guard.read(() =>
        db
          .selectFrom('settings')
          .selectAll()
          .where('key', 'in', ['team_write_enabled', 'policy_json'])
          .orderBy('key')
          .execute(),
      ),
    /** A row of a table that has a key; false if the key is taken. */
    addRow: <T extends KeyedTable>(table: T, row: Insertable<LogbookDatabase[T]>) =>
      guard.write(() => addRow(db, table, row)),
    /** It waits in the outbox, for any OpenMemory. The key of its first store keeps it from being stored twice. */
    addMemory: (memory: Omit<MemoryRecord, 'outbox_id' | 'status' | 'memory_id' | 'destination'>) =>
      guard.write(async () => {
        const { idempotency_key, correlation_id, created_at, ...about } = memory;
        const { space, actor: user_id, kind, content, metadata } = about;
        const payload = {
          ...{ content, user_id, space },
          ...(kind !== null && { kind }),
          ...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
        };
        const time = at();
        const row = await db
          .insertInto('outbox_memory')
          .values({
            ...{ idempotency_key, correlation_id, created_at, payload: JSON.stringify(payload) },
            ...{ status: 'pending', attempts: 0, next_attempt_at: time, updated_at: time },
          })
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) {
          const there = db.selectFrom('outbox_memory').select('id');
          const known = there.where('idempotency_key', '=', idempotency_key);
          return { id: (await known.executeTakeFirstOrThrow()).id, added: false };
        }
        await db
          .insertInto('knowledge_candidates')
          .values({ ...about, created_at, content_hash: hashOf(content), outbox_id: row.id })
          .execute();
        return { id: row.id, added: true };
      }),
    /** False if the same entry is there. */
    addAudit: (entry: Omit<AuditRow, 'id'>) =>
      guard.write(async () => {
        const { at: time, correlation_id, actor, tool, action } = entry;
        const same = await db
          .selectFrom('write_audit')
          .select('id')
          .where('correlation_id', '=', correlation_id)
          .where('at', '=', time)
          .where('actor', '=', actor)
          .where('tool', '=', tool)
          .where('action', '=', action)
          .executeTakeFirst();
        if (same !== undefined) return false;
        await db.insertInto('write_audit').values(entry).execute();
        return true;
      }),
  };
}
