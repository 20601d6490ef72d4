import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { routeros } from '@errata/catalogs/routeros';
import type { Kysely, Store, Updateable } from '@errata/store';
import type { PlanOutcomesTable, PlansTable, RouterosDatabase } from '../database/open-database.js';
import type { OutcomeState, PlanStatus } from './plan.js';

/** Milliseconds that an executor is believed to live without another sign of it. The clocks of servers that share a database have to agree within seconds. */
export const LEASE = 30_000;
/** How often it gives one. */
export const RENEWAL = 10_000;
/** Milliseconds that a database that is gone is waited for at the end. */
const PATIENCE = 30_000;

/** Another process has taken over the plan, assuming that this one is dead: nothing more may be changed. */
export class HoldLost extends Error {
  override readonly name = 'HoldLost';
}

interface OutcomeNote {
  readonly state: OutcomeState;
  readonly detail: string | null;
  readonly warning?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

export type Hold = ReturnType<typeof createHold>;

export interface HoldOptions {
  readonly store: Store<RouterosDatabase>;
  readonly planId: string;
  readonly instanceId: string;
  readonly now: () => number;
  /** Milliseconds that `finish` waits for a database that is gone. Default: 30 seconds. */
  readonly patience?: number;
}

/** The right of one execution to work on a plan. Whatever it writes is refused once the right is lost. */
export function createHold(options: HoldOptions) {
  const { planId, instanceId, now, patience = PATIENCE } = options;
  const { db } = options.store;
  // Of its own for each execution: one that stalled must not pass for a later one of the same process.
  const holder = `${instanceId}/${randomBytes(6).toString('hex')}`;
  const at = (later = 0) => new Date(now() + later).toISOString();
  const kept = new Map<string, OutcomeNote>();
  const released = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const mine = (on: Kysely<RouterosDatabase> = db) =>
    on
      .updateTable('plans')
      .where('id', '=', planId)
      .where('status', '=', 'executing')
      .where('executing_by', '=', holder);

  const renewal = () => ({ lease_until: at(LEASE) });
  const renew = () => mine().set(renewal()).executeTakeFirst();

  const expectOne = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }) => {
    if (numUpdatedRows === 0n) throw new HoldLost(`Plan ${planId} is held by another process`);
  };

  /** The renewal locks the row of the plan: a process that settles it waits until this is written. */
  const write = (notes: ReadonlyMap<string, OutcomeNote>, last: Updateable<PlansTable>) =>
    db.transaction().execute(async (trx) => {
      expectOne(await mine(trx).set(last).executeTakeFirst());
      for (const [deviceId, note] of notes) {
        await trx
          .updateTable('plan_outcomes')
          .set(toValues(note, at()))
          .where('plan_id', '=', planId)
          .where('device_id', '=', deviceId)
          .execute();
      }
    });
  const end = (status: PlanStatus, failure: string | null) => ({
    status,
    failure,
    finished_at: at(),
    executing_by: null,
    lease_until: null,
  });
  const isFinal = (error: unknown) => error instanceof HoldLost;

  return {
    /** Take the plan: false if it was in none of these statuses any more. */
    async take(from: readonly PlanStatus[], notAfter?: string): Promise<boolean> {
      let update = db
        .updateTable('plans')
        .set({ status: 'executing', executing_by: holder, lease_until: at(LEASE), failure: null })
        .where('id', '=', planId)
        .where('status', 'in', from);
      if (notAfter !== undefined) update = update.where('expires_at', '>', notAfter);
      const { numUpdatedRows } = await update.executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      // A renewal that fails is made up for by the next; if none succeeds, the next write finds out.
      timer = setInterval(() => void renew().catch(() => undefined), RENEWAL).unref();
      return true;
    },

    /** What has to be written before anything else is done. Throws HoldLost, or INTERNAL_ERROR where the database is gone. */
    async note(deviceId: string, note: OutcomeNote): Promise<void> {
      try {
        await write(new Map([[deviceId, note]]), renewal());
      } catch (error) {
        throw isFinal(error) ? error : notWritten(error);
      }
    },

    /** The same for what was done already: where the database is gone, it is kept for `finish`. Throws HoldLost. */
    async keep(deviceId: string, note: OutcomeNote): Promise<void> {
      const waiting = kept.size > 0;
      kept.set(deviceId, { ...kept.get(deviceId), ...note });
      // A database that is gone is not asked again for every device: they are waiting to be rolled back.
      if (waiting) return;
      try {
        await write(kept, renewal());
        kept.clear();
      } catch (error) {
        if (isFinal(error)) throw error;
      }
    },

    /** Give the plan back in its last status, with all that was kept; a database that is gone is waited for. Throws HoldLost, or what the database says. */
    finish: (status: PlanStatus, failure: string | null): Promise<void> =>
      untilWritten(() => write(kept, end(status, failure)), {
        patience,
        isFinal,
        signal: released.signal,
      }),

    /** Give the plan back as failed while work on it may go on: what that writes from now on is refused. */
    async abandon(failure: string): Promise<void> {
      try {
        await write(kept, end('failed', failure));
      } catch {
        // Another process holds it, or the database is gone: the end of the lease says it in any case.
      }
    },

    /** Stop the signs of life, and wait for no database any more. */
    release(): void {
      clearInterval(timer);
      released.abort();
    },
  };
}

function toValues(note: OutcomeNote, at: string): Updateable<PlanOutcomesTable> {
  const { state, detail, warning, before, after } = note;
  return {
    state,
    detail,
    updated_at: at,
    ...(warning !== undefined && { warning }),
    ...(before !== undefined && { before: JSON.stringify(before) }),
    ...(after !== undefined && { after: JSON.stringify(after) }),
  };
}

interface Persistence {
  /** Milliseconds after which it is given up. */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Whether an error will not pass: then there is no use in trying again. */
  readonly isFinal: (error: unknown) => boolean;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

/** Write, again and again, until the database takes it. Throws the last error. */
async function untilWritten(
  write: () => Promise<void>,
  { patience, signal, isFinal }: Persistence,
): Promise<void> {
  const end = performance.now() + patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await write();
    } catch (error) {
      if (isFinal(error) || signal.aborted || performance.now() + pause > end) throw error;
    }
    // After the signal there is one more attempt.
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** The database did not take what was to be remembered. */
function notWritten(cause: unknown) {
  return routeros.INTERNAL_ERROR(
    { error_type: 'database' },
    { cause, effect: 'none', details: 'The database of the service could not be written' },
  );
}

/** All is done on the devices, and the database does not know it. */
export function doneButNotWritten(planId: string, done: string, cause: unknown) {
  return routeros.INTERNAL_ERROR(
    { error_type: 'database' },
    {
      cause,
      effect: 'done',
      strategy: 'user_action_required',
      details: `Plan '${planId}' ${done}, but the database of the service could not be written: it will be shown as failed`,
      suggestion: `When the database is back, use plan/get with plan_id '${planId}'; plan/rollback looks at the devices again`,
    },
  );
}
