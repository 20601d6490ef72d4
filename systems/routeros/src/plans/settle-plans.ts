import { routeros } from '@errata/catalogs/routeros';
import type { Store } from '@errata/store';
import type { RouterosDatabase } from '../database/open-database.js';
import type { AuditLog } from '../registry/audit-log.js';
import type { Overdue, PlanRecords } from './plan-records.js';
import { canExpire } from './plan.js';

interface SettleOptions {
  readonly store: Store<RouterosDatabase>;
  readonly records: PlanRecords;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly now: () => number;
  /** Whether this process executes the plan right now: then it is not dead, however late its signs of life are. */
  readonly isRunning: (planId: string) => boolean;
}

const SILENT = 'The service that executed it stopped reporting';

/** Write down what time has done to plans: expired ones, and those whose service gives no sign of life any more. The number of the latter. */
export async function settlePlans(options: SettleOptions): Promise<number> {
  const { records, now, isRunning } = options;
  const at = new Date(now()).toISOString();
  let recovered = 0;
  for (const plan of await records.overdue(at)) {
    if (canExpire(plan.status)) {
      const values = { status: 'expired', finished_at: plan.expires_at };
      await records.move({ id: plan.id, from: ['draft', 'approved'] }, values);
    } else if (!isRunning(plan.id) && (await recoverPlan(plan, at, options))) recovered += 1;
  }
  return recovered;
}

/** False if another process was first, or the executor gave a sign of life after all. */
async function recoverPlan(
  { id, executing_by: holder }: Overdue,
  at: string,
  { store, audit }: SettleOptions,
): Promise<boolean> {
  const won = await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('plans')
      .set({
        status: 'failed',
        failure: SILENT,
        finished_at: at,
        executing_by: null,
        lease_until: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'executing')
      .where('executing_by', '=', holder)
      .where('lease_until', '<=', at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const outcomes = trx.updateTable('plan_outcomes').where('plan_id', '=', id);
    await outcomes
      .set({
        state: 'unknown',
        detail: `${SILENT}: the change may have been made on this device; plan/rollback rolls it back`,
        updated_at: at,
      })
      .where('state', '=', 'applying')
      .execute();
    await outcomes
      .set({ detail: `${SILENT} before it reached this device`, updated_at: at })
      .where('state', '=', 'pending')
      .execute();
    return true;
  });
  if (won) {
    await audit.record({
      action: 'plan/recover',
      actor: 'service',
      outcome: 'failed',
      plan_id: id,
      detail: `${SILENT}; it was marked failed`,
    });
  }
  return won;
}

/** Why an execution stops: the service is about to end. */
export class ServiceClosing extends Error {
  override readonly name = 'ServiceClosing';
}

/** Why a signal was given, in a sentence. */
export function describeInterruption({ reason }: AbortSignal): string {
  return reason instanceof ServiceClosing ? 'The service was shut down' : 'The call was cancelled';
}

interface Interrupted {
  readonly planId: string;
  /** The devices that are not known to be as they were before the plan. */
  readonly left: readonly string[];
}

/** What an interrupted execution ends with: the reason of the caller itself, or a fault that tells of the service's end. */
export function toInterruption({ reason }: AbortSignal, { planId, left }: Interrupted): unknown {
  if (!(reason instanceof ServiceClosing)) return reason;
  const clean = left.length === 0;
  return routeros.CONFLICT(
    { plan_id: planId, plan_status: clean ? 'rolled_back' : 'failed' },
    {
      cause: reason,
      effect: clean ? 'none' : 'unknown',
      strategy: 'user_action_required',
      details: clean
        ? `Plan '${planId}' was stopped because the service was shut down; nothing of it is left on any device`
        : `Plan '${planId}' was stopped because the service was shut down; what is on ${left.join(', ')} is not known to be rolled back`,
      suggestion: clean
        ? 'When the service is back, use plan/create to plan the change again'
        : `When the service is back, use plan/rollback with plan_id '${planId}'`,
    },
  );
}
