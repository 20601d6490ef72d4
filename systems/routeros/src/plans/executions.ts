import { routeros } from '@errata/catalogs/routeros';
import { isFault, type Fault, type Redactor } from '@errata/core';
import { clipText, redactFault } from '@errata/core/internal';
import { withoutRetry } from '../device/device-faults.js';
import type { Fleet } from '../device/fleet.js';
import type { Device } from '../registry/device.js';
import { oneLine } from '../safety/addresses.js';
import { createHold, type Hold, HoldLost, type HoldOptions } from './hold.js';
import type { ChangeKind, WantedChange } from './kinds/change-kind.js';
import type { PlannedChange } from './kinds/change-kinds.js';
import type { PlanCall, PlanStatus } from './plan.js';
import { ServiceClosing } from './settle-plans.js';

/** Milliseconds that closing waits for what is being executed. */
const PATIENCE = 10_000;

/** What is done with a plan, as long as the signal says nothing else. */
type Work = (hold: Hold, signal: AbortSignal) => Promise<void>;

/** What this process executes right now. */
export function createExecutions(options: Omit<HoldOptions, 'planId'>) {
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
    isRunning: (planId: string): boolean =>
      [...running.values()].some((execution) => execution.planId === planId),

    /** Work on a plan with a hold of its own, which ends with the work. The work is interrupted with the call, or when this closes. */
    async run(planId: string, call: Pick<PlanCall, 'signal'>, work: Work): Promise<void> {
      if (closing.signal.aborted) throw new Error('The plans of this service are closed');
      const hold = createHold({ ...options, planId });
      const signal = AbortSignal.any([call.signal, closing.signal]);
      const done = Promise.resolve().then(() => begin(planId, hold, () => work(hold, signal)));
      running.set(hold, { planId, done });
      await done;
    },

    /** Interrupt what is being executed and wait until it is rolled back, but not for ever; nothing new is begun. */
    async close(): Promise<void> {
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
  'The service was shut down before this was rolled back everywhere; plan/rollback rolls back what is left';

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
  readonly kind: ChangeKind<PlannedChange>;
  readonly wanted: WantedChange<PlannedChange>;
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

/** Write the last status of a plan that did not end well; false if the database did not take it. */
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
    return false; // What became of the devices matters more, and the caller gets both.
  }
}

interface PlanFailure {
  readonly planId: string;
  readonly deviceId: string;
  /** What was done about it, in a sentence. */
  readonly done: string;
  /** Whether nothing of the plan is left on any device. */
  readonly clean: boolean;
  /** What to do next in few words, and in a sentence. */
  readonly suggestion: string;
  readonly nextStep: string;
}

type FailureTeller = ReturnType<typeof createFailureTeller>;

/** Reports failures of devices as failures of a plan. */
export function createFailureTeller(redactor?: Redactor) {
  // Secrets go before anything is cut.
  const clean = (fault: Fault) => (redactor === undefined ? fault : redactFault(fault, redactor));
  return {
    /** One line to be stored. An undeclared exception is only named as such. */
    describe(error: unknown): string {
      if (!isFault(error)) return 'Unexpected error';
      const { reason, details } = clean(error);
      return oneLine(`${reason}: ${details}`, 300);
    },
    /** The fault to throw: same reason and context. What is no fault stays as it is. */
    toFailure: (error: unknown, failure: PlanFailure): unknown =>
      isFault(error) ? retell(clean(error), failure) : error,
  };
}

function retell(
  fault: Fault,
  { planId, deviceId, done, clean, suggestion, nextStep }: PlanFailure,
): Fault {
  const what = clipText(fault.details, 300).replace(/\.$/, '');
  const { suggestion: cure } = fault.given;
  // The plan is over: the same call would be refused, whatever the device does next time.
  return withoutRetry(fault, {
    details: `Plan '${planId}' failed on device '${deviceId}': ${what}. ${done}`,
    effect: clean ? 'none' : 'unknown',
    suggestion,
    suggestions: [],
    // What to do about a lost answer was done: the plan looked at the device itself.
    nextSteps: cure === undefined || fault.effect === 'unknown' ? [nextStep] : [nextStep, cure],
  });
}
