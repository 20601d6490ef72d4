import { randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from '@errata/store';
import { cleanText, type Ground } from './ground.js';
import { inTransaction } from './in-transaction.js';
import type { Outbox, OutboxClaim, OutboxMemory, OutboxRow } from './outbox.js';
import { readOutboxStats } from './outbox-stats.js';
import type { LogbookDatabase, OutboxMemoryTable } from './schema.js';

/** Milliseconds: more than the longest pause between two tries, and than the longest lease. */
const LATEST = 2 * 3_600_000;
const LATEST_LEASE = 2 * 86_400_000;

/** The outbox in a database. */
export function createOutbox(ground: Ground): Outbox {
  const { db, dialect, guard, at } = ground;

  /** The row, as long as this claim to it stands. */
  const held = ({ id, lease_owner, attempts }: OutboxClaim) =>
    db
      .updateTable('outbox_memory')
      .set({ lease_owner: null, lease_until: null, updated_at: at() })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('lease_owner', '=', lease_owner)
      .where('attempts', '=', attempts);

  const end = (update: ReturnType<typeof held>) =>
    guard.write(async () => (await update.executeTakeFirst()).numUpdatedRows === 1n);

  /** Its turn has come and nobody holds it. What lies further ahead than anything is put off was put off by a wrong clock. */
  const isDue = (time: string) => (or: ExpressionBuilder<LogbookDatabase, 'outbox_memory'>) =>
    or.and([
      or.or([or('next_attempt_at', '<=', time), or('next_attempt_at', '>', at(LATEST))]),
      or.or([
        or('lease_until', 'is', null),
        or('lease_until', '<=', time),
        or('lease_until', '>', at(LATEST_LEASE)),
      ]),
    ]);

  return {
    enqueue: ({ idempotencyKey, payload, correlationId, destination }) =>
      guard.write(() =>
        inTransaction(db, async (trx) => {
          const time = at();
          const added = await trx
            .insertInto('outbox_memory')
            .values({
              idempotency_key: idempotencyKey,
              payload: JSON.stringify(payload),
              status: 'pending',
              attempts: 0,
              next_attempt_at: time,
              correlation_id: correlationId,
              ...(destination !== undefined && { destination }),
              created_at: time,
              updated_at: time,
            })
            .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
            .returning('id')
            .executeTakeFirst();
          if (added !== undefined) return { id: added.id, created: true };
          const { id } = await trx
            .selectFrom('outbox_memory')
            .select('id')
            .where('idempotency_key', '=', idempotencyKey)
            .executeTakeFirstOrThrow();
          return { id, created: false };
        }),
      ),

    find: (id) =>
      guard.read(async () => {
        const query = db.selectFrom('outbox_memory').selectAll().where('id', '=', id);
        const row = await query.executeTakeFirst();
        return row === undefined ? undefined : fromRow(row);
      }),

    list: ({ status, limit }) =>
      guard.read(async () => {
        const query = db.selectFrom('outbox_memory').selectAll().where('status', '=', status);
        return (await query.orderBy('id').limit(limit).execute()).map(fromRow);
      }),

    claim: ({ workerId, limit, leaseMs, id: only, destination }) =>
      guard.write(() =>
        inTransaction(db, async (trx) => {
          const time = at();
          const due = trx
            .selectFrom('outbox_memory')
            .select('id')
            .where('status', '=', 'pending')
            .$if(only === undefined, (query) => query.where(isDue(time)))
            .orderBy('next_attempt_at')
            .orderBy('id')
            .limit(limit)
            .$if(only !== undefined, (query) => query.where('id', '=', only!))
            .$if(destination !== undefined, (query) =>
              query.where((or) =>
                or.or([or('destination', 'is', null), or('destination', '=', destination!)]),
              ),
            )
            // A transaction of SQLite holds the only lock for writing from its beginning.
            .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked());
          const ids = (await due.execute()).map(({ id }) => id);
          if (ids.length === 0) return [];
          const lease = {
            // Of its own for each claim: a worker that stalled must not pass for a later one of the same name.
            lease_owner: `${workerId}/${randomBytes(6).toString('hex')}`,
            lease_until: at(leaseMs),
          };
          const taken = await trx
            .updateTable('outbox_memory')
            .set({ ...lease, updated_at: time })
            .where('id', 'in', ids)
            .returningAll()
            .execute();
          return taken
            .map((row) => ({ ...fromRow(row), ...lease }))
            .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
        }),
      ),

    ack: (claim, memoryId) =>
      // OpenMemory has the content now; who deletes it there must not find it here.
      end(held(claim).set({ status: 'sent', memory_id: memoryId, payload: '', last_error: null })),

    retry: (claim, { error, delay, tried = true }) =>
      end(
        held(claim).set({
          attempts: claim.attempts + (tried ? 1 : 0),
          next_attempt_at: at(delay),
          last_error: cleanText(ground, error),
        }),
      ),

    bury: (claim, error) =>
      end(
        held(claim).set({
          status: 'dead',
          attempts: claim.attempts + 1,
          last_error: cleanText(ground, error),
        }),
      ),

    finish: (ids, memoryId) =>
      guard.write(async () => {
        if (ids.length === 0) return;
        await db
          .updateTable('outbox_memory')
          .set({ status: 'sent', memory_id: memoryId, payload: '', last_error: null })
          .set({ lease_owner: null, lease_until: null, updated_at: at() })
          .where('id', 'in', ids)
          .where('status', '!=', 'sent')
          .execute();
      }),

    drop: ({ id, lease_owner }) =>
      guard.write(async () => {
        const { numDeletedRows } = await db
          .deleteFrom('outbox_memory')
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('lease_owner', '=', lease_owner)
          .executeTakeFirst();
        return numDeletedRows === 1n;
      }),

    revive: (destination) =>
      guard.write(async () => {
        const time = at();
        const { numUpdatedRows } = await db
          .updateTable('outbox_memory')
          .set({ status: 'pending', attempts: 0, next_attempt_at: time, updated_at: time })
          .$if(destination !== undefined, (update) => update.set({ destination: destination! }))
          .where((or) =>
            or.or([
              or('status', '=', 'dead'),
              ...(destination === undefined
                ? []
                : [or.and([or('status', '=', 'pending'), or('destination', '!=', destination)])]),
            ]),
          )
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),

    stats: () => guard.read(() => readOutboxStats(db, at())),
  };
}

function fromRow(row: Selectable<OutboxMemoryTable>): OutboxRow {
  return { ...row, status: row.status as OutboxRow['status'], payload: readPayload(row.payload) };
}

/** A row that somebody broke by hand must not keep the others from being read, nor be sent as something else. */
function readPayload(text: string): OutboxMemory | undefined {
  try {
    const payload = JSON.parse(text) as Partial<OutboxMemory> | null;
    const { content, user_id, space } = payload ?? {};
    const sound = [content, user_id, space].every((member) => typeof member === 'string');
    return sound ? (payload as OutboxMemory) : undefined;
  } catch {
    return undefined;
  }
}
