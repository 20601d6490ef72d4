import { clipText, Fault, isFault, redactFault, type Redactor } from '@errata/core/fault';
import { oneLine } from '../safety/index.js';

export interface PlanFailure {
  readonly planId: string;
  readonly deviceId: string;
  /** What was done about it, in a sentence. */
  readonly done: string;
  /** Whether nothing of the plan is left on any device. */
  readonly clean: boolean;
  readonly nextSteps: readonly string[];
}

/** How failures of devices are told as failures of a plan. */
export interface FailureTeller {
  /** One line, fit to be stored. Of what nobody declared, only that it happened. */
  describe(error: unknown): string;
  /** The fault to throw: same reason and context. What is no fault stays as it is. */
  toFailure(error: unknown, failure: PlanFailure): unknown;
}

export function createFailureTeller(redactor?: Redactor): FailureTeller {
  // Secrets go before anything is cut.
  const clean = (fault: Fault) => (redactor === undefined ? fault : redactFault(fault, redactor));
  return {
    describe(error) {
      if (!isFault(error)) return 'Unexpected error';
      const { reason, details } = clean(error);
      return oneLine(`${reason}: ${details}`, 300);
    },
    toFailure: (error, failure) => (isFault(error) ? retell(clean(error), failure) : error),
  };
}

function retell(fault: Fault, { planId, deviceId, done, clean, nextSteps }: PlanFailure): Fault {
  const what = clipText(fault.details, 300).replace(/\.$/, '');
  return new Fault(fault.definition, fault.context, {
    ...fault.given,
    details: `Plan '${planId}' failed on device '${deviceId}': ${what}. ${done}`,
    cause: fault,
    effect: clean ? 'none' : 'unknown',
    // The plan is over: the same call would be refused, whatever the device does next time.
    strategy: 'user_action_required',
    retryable: false,
    suggestions: nextSteps,
    nextSteps,
  });
}
