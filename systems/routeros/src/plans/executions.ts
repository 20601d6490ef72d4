import { routeros } from '@errata/catalogs/routeros';
import { createHold, HoldLost, type Hold, type HoldOptions } from './hold.js';

/** Milliseconds that closing waits for what is being executed. */
const PATIENCE = 10_000;

/** What this process executes right now. */
export interface Executions {
  isRunning(planId: string): boolean;
  /** Work on a plan with a hold of its own, which ends with the work. */
  run(planId: string, work: (hold: Hold) => Promise<void>): Promise<void>;
  /** Wait for what is being executed, but not for ever; nothing new is begun. */
  close(): Promise<void>;
}

export function createExecutions(options: Omit<HoldOptions, 'planId'>): Executions {
  const running = new Map<Hold, { readonly planId: string; readonly done: Promise<unknown> }>();
  let closed = false;

  const begin = async (planId: string, hold: Hold, work: (hold: Hold) => Promise<void>) => {
    try {
      await work(hold);
    } catch (error) {
      throw error instanceof HoldLost ? takenOver(planId, error) : error;
    } finally {
      hold.release();
      running.delete(hold);
    }
  };

  return {
    isRunning: (planId) => [...running.values()].some((execution) => execution.planId === planId),

    async run(planId, work) {
      if (closed) throw new Error('The plans of this service are closed');
      const hold = createHold({ ...options, planId });
      const done = Promise.resolve().then(() => begin(planId, hold, work));
      running.set(hold, { planId, done });
      await done;
    },

    async close() {
      closed = true;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE)));
      const all = Promise.allSettled([...running.values()].map(({ done }) => done));
      await Promise.race([all, patience]);
      clearTimeout(timer);
      for (const hold of running.keys()) hold.release();
    },
  };
}

function takenOver(planId: string, cause: HoldLost) {
  return routeros.CONFLICT(
    { plan_id: planId, plan_status: 'failed' },
    {
      cause,
      effect: 'unknown',
      details: `Plan '${planId}' was taken over by another process, which believed that this one was dead`,
      nextSteps: [`Use plan/get with plan_id '${planId}' to see what was done`],
    },
  );
}
