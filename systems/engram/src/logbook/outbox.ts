import { randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from '@errata/store';
import type { NewMemory } from '../openmemory/memory.js';
import { cleanText, inTransaction, type Ground } from './ground.js';
import type { LogbookDatabase } from './schema.js';
import { readOutboxStats } from './stats.js';

export interface NewOutboxRow {
  /** One row per key, however often it is put in. */
  readonly idempotencyKey: string;
  readonly payload: NewMemory;
  readonly correlationId: string;
  /** Which OpenMemory it is for. Default: any. */
  readonly destination?: string;
}

type Row = Readonly<Selectable<LogbookDatabase['outbox_memory']>>;

export interface OutboxRow extends Omit<Row, 'payload'> {
  /** Undefined if it was sent, which clears it, or if the stored text is not JSON. */
  readonly payload: NewMemory | undefined;
  readonly status: OutboxStatus;
}

/**
 * `held`: an operator has to act before it can be sent. `kept`: OpenMemory has no room for it beside a similar text, so the payload stays
 * here. `dead`: given up.
 */
export type OutboxStatus = 'pending' | 'held' | 'sent' | 'kept' | 'dead';

/** What is still to be sent. */
const WAITING = ['pending', 'held'] as const;

/** A row that its taker may send until the lease ends, or longer, until another worker takes it. */
export interface OutboxClaim extends OutboxRow {
  readonly lease_owner: string;
}

export interface ClaimOptions {
  readonly workerId: string;
  readonly limit: number;
  readonly leaseMs: number;
  /** This row only. */
  readonly id?: number;
  /** Rows for this OpenMemory, or for any. Default: all rows. */
  readonly destination?: string;
}

/** When a row is to be tried again, and why it was not sent. */
export interface NextTry {
  readonly error: string;
  /** Milliseconds. */
  readonly delay: number;
  /** False if it was not tried: no try is used up. */
  readonly tried?: boolean;
  /** An operator has to act first. Such a try does not count either. */
  readonly held?: boolean;
}

/** Milliseconds: more than the longest pause between two tries, and than the longest lease. */
const LATEST = 2 * 3_600_000;
const LATEST_LEASE = 2 * 86_400_000;

/** The memories on their way to OpenMemory, in a database. What ends a claim answers false, and changes nothing, once the lease is lost. */
export function createOutbox(ground: Ground) {
  const { db, dialect, guard, at } = ground;

  const released = () => ({ lease_owner: null, lease_until: null, updated_at: at() });

  /** The row, while this claim is valid. */
  const held = ({ id, lease_owner, attempts }: OutboxClaim) =>
    db
      .updateTable('outbox_memory')
      .set(released())
      .where('id', '=', id)
      .where('status', 'in', WAITING)
      .where('lease_owner', '=', lease_owner)
      .where('attempts', '=', attempts);

  const end = (update: ReturnType<typeof held>) =>
    guard.write(async () => (await update.executeTakeFirst()).numUpdatedRows === 1n);

  /** It is due and not leased. What lies further ahead than anything is put off was put off by a wrong clock. */
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
    /** The row of this key; `created` is false if it was there already. */
    enqueue: ({ idempotencyKey, payload, correlationId, destination }: NewOutboxRow) =>
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

    find: (id: number): Promise<OutboxRow | undefined> =>
      guard.read(async () => {
        const query = db.selectFrom('outbox_memory').selectAll().where('id', '=', id);
        const row = await query.executeTakeFirst();
        return row === undefined ? undefined : fromRow(row);
      }),

    /** Oldest first. */
    list: ({ status, limit }: Pick<Row, 'status'> & { readonly limit: number }) =>
      guard.read(async () => {
        const query = db.selectFrom('outbox_memory').selectAll().where('status', '=', status);
        return (await query.orderBy('id').limit(limit).execute()).map(fromRow);
      }),

    /** The rows that are due and not leased; no two workers get the same one. */
    claim: ({ workerId, limit, leaseMs, id: only, destination }: ClaimOptions) =>
      guard.write(() =>
        inTransaction(db, async (trx): Promise<readonly OutboxClaim[]> => {
          const time = at();
          const due = trx
            .selectFrom('outbox_memory')
            .select('id')
            .where('status', 'in', WAITING)
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

    ack: (claim: OutboxClaim, memoryId: string) => end(held(claim).set(sentAs(memoryId))),

    /** One more try later. */
    retry: (claim: OutboxClaim, { error, delay, tried = true, held: isHeld = false }: NextTry) =>
      end(
        held(claim).set({
          status: isHeld ? 'held' : 'pending',
          attempts: claim.attempts + (tried && !isHeld ? 1 : 0),
          next_attempt_at: at(delay),
          last_error: cleanText(ground, error),
        }),
      ),

    /** OpenMemory has a similar text under another memory's id: the payload stays here. */
    keep: (claim: OutboxClaim, error: string) => {
      const last_error = cleanText(ground, error);
      return end(held(claim).set({ status: 'kept', last_error }));
    },

    /** No more tries. */
    bury: (claim: OutboxClaim, error: string) => {
      const last_error = cleanText(ground, error);
      return end(held(claim).set({ status: 'dead', attempts: claim.attempts + 1, last_error }));
    },

    /** Nothing more is to be done for these rows: OpenMemory had, under this id, what they were to bring. */
    finish: (ids: readonly number[], memoryId: string) =>
      guard.write(async () => {
        if (ids.length === 0) return;
        await db
          .updateTable('outbox_memory')
          .set({ ...sentAs(memoryId), ...released() })
          .where('id', 'in', ids)
          .where('status', '!=', 'sent')
          .execute();
      }),

    /** Remove it: the caller gets the refusal. */
    drop: ({ id, lease_owner }: OutboxClaim) =>
      guard.write(async () => {
        const { numDeletedRows } = await db
          .deleteFrom('outbox_memory')
          .where('id', '=', id)
          .where('status', 'in', WAITING)
          .where('lease_owner', '=', lease_owner)
          .executeTakeFirst();
        return numDeletedRows === 1n;
      }),

    /** Forget what a row was to bring, leased or not; false if it is sent. Its key stays: an earlier try may have reached OpenMemory. */
    remove: (id: number) =>
      end(
        db
          .updateTable('outbox_memory')
          .set({ status: 'deleted', payload: '', last_error: null, ...released() })
          .where('id', '=', id)
          .where('status', 'not in', ['sent', 'deleted']),
      ),

    /** Which of these keys are of memories that were deleted here. */
    deleted: (keys: readonly string[]): Promise<ReadonlySet<string>> =>
      guard.read(async () => {
        if (keys.length === 0) return new Set();
        const rows = await db
          .selectFrom('outbox_memory as row')
          .leftJoin('knowledge_candidates as memory', 'memory.outbox_id', 'row.id')
          .select('row.idempotency_key')
          .where('row.idempotency_key', 'in', keys)
          .where('memory.id', 'is', null)
          .execute();
        return new Set(rows.map(({ idempotency_key }) => idempotency_key));
      }),

    /** Keep another text for a row that is not sent. */
    setPayload: (id: number, payload: NewMemory) =>
      guard.write(async () => {
        await db
          .updateTable('outbox_memory')
          .set({ payload: JSON.stringify(payload), updated_at: at() })
          .where('id', '=', id)
          .where('status', '!=', 'sent')
          .execute();
      }),

    /** Every row that waits or was given up is due now, with all its tries, for this OpenMemory; how many there were. */
    requeue: (destination?: string) =>
      guard.write(async () => {
        const time = at();
        const { numUpdatedRows } = await db
          .updateTable('outbox_memory')
          .set({ status: 'pending', attempts: 0, next_attempt_at: time, updated_at: time })
          .$if(destination !== undefined, (update) => update.set({ destination: destination! }))
          .where((or) =>
            or.or([
              or('status', 'in', ['dead', 'held']),
              or.and([
                or('status', '=', 'pending'),
                or.or([
                  or('next_attempt_at', '>', time),
                  ...(destination === undefined ? [] : [or('destination', '!=', destination)]),
                ]),
              ]),
            ]),
          )
          // What is being sent now keeps its lease, by which its end is noted.
          .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<=', time)]))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),

    stats: () => guard.read(() => readOutboxStats(db, at())),
  };
}

function fromRow(row: Row): OutboxRow {
  return { ...row, status: row.status as OutboxRow['status'], payload: readPayload(row.payload) };
}

/** OpenMemory has the content now; who deletes it there must not find it here. */
const sentAs = (memory_id: string) => ({
  ...{ status: 'sent', memory_id, payload: '', last_error: null },
});

/** A row that was broken by hand must not keep the others from being read, nor be sent as something else. */
function readPayload(text: string): NewMemory | undefined {
  try {
    const payload = JSON.parse(text) as Partial<NewMemory> | null;
    const { content, user_id, space } = payload ?? {};
    const sound = [content, user_id, space].every((member) => typeof member === 'string');
    return sound ? (payload as NewMemory) : undefined;
  } catch {
    return undefined;
  }
}
