import { routeros } from '@errata/catalogs/routeros';
import type { Fleet } from '../device/fleet.js';
import type { Device } from '../registry/device.js';
import type { FailureTeller } from './failure-teller.js';
import { createHold, type Hold, HoldLost, type HoldOptions } from './hold.js';
import type { ChangeKind, Wanted } from './kinds/change-kind.js';
import type { Change } from './kinds/change-kinds.js';
import type { PlanStatus } from './plan.js';
import { ServiceClosing } from './settle-plans.js';

/** Milliseconds that closing waits for what is being executed. */
const PATIENCE = 10_000;

/** What is done with a plan, as long as the signal says nothing else. */
type Work = (hold: Hold, signal: AbortSignal) => Promise<void>;

/** What this process executes right now. */
interface Executions {
  isRunning(planId: string): boolean;
  /** Work on a plan with a hold of its own, which ends with the work. The work is interrupted with the call, or when this closes. */
  run(planId: string, call: { readonly signal: AbortSignal }, work: Work): Promise<void>;
  /** Interrupt what is being executed and wait until it is taken back, but not for ever; nothing new is begun. */
  close(): Promise<void>;
}

export function createExecutions(options: Omit<HoldOptions, 'planId'>): Executions {
  const running = new Map<Hold, { readonly planId: string; readonly done: Promise<unknown> }>();
  const closing = new AbortController();

  const begin = async (planId: string, hold: Hold, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      throw error instanceof HoldLost ? takenOver(planId, error) : error;
    } finally {
      hold.release();
      running.delete(hold);
    }
  };

  return {
    isRunning: (planId) => [...running.values()].some((execution) => execution.planId === planId),

    async run(planId, call, work) {
      if (closing.signal.aborted) throw new Error('The plans of this service are closed');
      const hold = createHold({ ...options, planId });
      const signal = AbortSignal.any([call.signal, closing.signal]);
      const done = Promise.resolve().then(() => begin(planId, hold, () => work(hold, signal)));
      running.set(hold, { planId, done });
      await done;
    },

    async close() {
      closing.abort(new ServiceClosing('The service is shutting down'));
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE)));
      const all = Promise.allSettled([...running.values()].map(({ done }) => done));
      await Promise.race([all, patience]);
      clearTimeout(timer);
      for (const hold of running.keys()) {
        hold.release();
        await hold.abandon(UNFINISHED);
      }
    },
  };
}

const UNFINISHED =
  'The service was shut down before this was taken back everywhere; plan/rollback takes back what is left';

function takenOver(planId: string, cause: HoldLost) {
  return routeros.CONFLICT(
    { plan_id: planId, plan_status: 'failed' },
    {
      cause,
      effect: 'unknown',
      details: `Plan '${planId}' was taken over by another process, which believed that this one was dead`,
      suggestion: 'Use plan/get to see what was done',
    },
  );
}

/** One execution of a plan: what is wanted, and by what right. */
export interface PlanRun extends FailureTeller {
  readonly kind: ChangeKind<Change>;
  readonly wanted: Wanted<Change>;
  readonly hold: Hold;
  readonly fleet: Pick<Fleet, 'connect'>;
}

/** A device, and what it had before the plan came. */
export interface Changed<Before> {
  readonly device: Device;
  readonly before: Before;
}

/** What is said beside a failure where the database does not know of it. */
export const NOT_WRITTEN = '; the database does not know this, because it could not be written';

/** Write the last status of a plan that did not end well; false where the database did not take it. */
export async function endBadly(
  { hold }: PlanRun,
  status: PlanStatus,
  failure: string,
): Promise<boolean> {
  try {
    await hold.finish(status, failure);
    return true;
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    return false; // What became of the devices matters more, and whoever asked is told both.
  }
}
