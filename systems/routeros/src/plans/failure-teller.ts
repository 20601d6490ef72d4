import { isFault, type Fault, type Redactor } from '@errata/core';
import { clipText, redactFault } from '@errata/core/internal';
import { withoutRetry } from '../device/device-faults.js';
import { oneLine } from '../safety/addresses.js';

export interface PlanFailure {
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
