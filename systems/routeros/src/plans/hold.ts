import { randomBytes } from 'node:crypto';
import type { Store, Updateable } from '@errata/store';
import type { PlanOutcomesTable, RouterosDatabase } from '../database/index.js';
import type { OutcomeState, PlanStatus } from './plan.js';

/** Milliseconds that an executor is believed to live without another sign of it, and how often it gives one. */
export const LEASE = 30_000;
export const RENEWAL = 10_000;

/** Somebody else has taken over the plan, believing that this process is dead: nothing more may be changed. */
export class HoldLost extends Error {
  override readonly name = 'HoldLost';
}

export interface OutcomeNote {
  readonly state: OutcomeState;
  readonly detail: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The right of one execution to work on a plan. Whatever it writes is refused once the right is lost. */
export interface Hold {
  /** Take the plan: false where it was in none of these statuses any more. */
  take(from: readonly PlanStatus[], notAfter?: string): Promise<boolean>;
  /** Throws HoldLost. */
  note(deviceId: string, note: OutcomeNote): Promise<void>;
  /** Give the plan back in its last status. Throws HoldLost. */
  finish(status: PlanStatus, failure: string | null): Promise<void>;
  /** Stop the signs of life. */
  release(): void;
}

export interface HoldOptions {
  readonly store: Store<RouterosDatabase>;
  readonly planId: string;
  readonly instanceId: string;
  readonly now: () => number;
}

export function createHold({ store: { db }, planId, instanceId, now }: HoldOptions): Hold {
  // Of its own for each execution: one that stalled must not pass for a later one of the same process.
  const holder = `${instanceId}/${randomBytes(6).toString('hex')}`;
  const at = (later = 0) => new Date(now() + later).toISOString();
  let timer: NodeJS.Timeout | undefined;

  const mine = () =>
    db
      .updateTable('plans')
      .where('id', '=', planId)
      .where('status', '=', 'executing')
      .where('executing_by', '=', holder);

  const renew = () =>
    mine()
      .set({ lease_until: at(LEASE) })
      .executeTakeFirst();

  const expectOne = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }) => {
    if (numUpdatedRows === 0n) throw new HoldLost(`Plan ${planId} is held by somebody else`);
  };

  return {
    async take(from, notAfter) {
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

    async note(deviceId, { state, detail, before, after }) {
      const values: Updateable<PlanOutcomesTable> = {
        state,
        detail,
        updated_at: at(),
        ...(before !== undefined && { before: JSON.stringify(before) }),
        ...(after !== undefined && { after: JSON.stringify(after) }),
      };
      await db.transaction().execute(async (trx) => {
        // The renewal locks the row of the plan: whoever settles it waits until this is written.
        const held = trx
          .updateTable('plans')
          .set({ lease_until: at(LEASE) })
          .where('id', '=', planId)
          .where('status', '=', 'executing')
          .where('executing_by', '=', holder);
        expectOne(await held.executeTakeFirst());
        await trx
          .updateTable('plan_outcomes')
          .set(values)
          .where('plan_id', '=', planId)
          .where('device_id', '=', deviceId)
          .execute();
      });
    },

    async finish(status, failure) {
      const values = {
        status,
        failure,
        finished_at: at(),
        executing_by: null,
        lease_until: null,
      };
      expectOne(await mine().set(values).executeTakeFirst());
    },

    release: () => clearInterval(timer),
  };
}
