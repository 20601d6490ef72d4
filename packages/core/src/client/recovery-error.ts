import type { GiveUpPlan } from './decide.js';
import type { CallFailure } from './failure.js';

const RECOVERY_ERROR = Symbol.for('dev.errata.recovery-error');

/** A call that was given up: its last failure, the plan for it, and the exception or result behind it. */
export class RecoveryError extends Error {
  readonly failure: CallFailure;
  /** Never a retry: that has been tried, or may not be. */
  readonly plan: GiveUpPlan;
  /** How often the call was made. */
  readonly attempts: number;
  /** The exception or result of the call, unchanged. */
  declare readonly cause: unknown;

  constructor(failure: CallFailure, plan: GiveUpPlan, attempts: number, cause: unknown) {
    super(plan.message, { cause });
    this.failure = failure;
    this.plan = plan;
    this.attempts = attempts;
  }

  override get name(): string {
    return 'RecoveryError';
  }
}

Object.defineProperty(RecoveryError.prototype, RECOVERY_ERROR, { value: 1 });

/** Whether a value is a recovery error, also one of another copy of this package. */
export function isRecoveryError(value: unknown): value is RecoveryError {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      (value as Record<symbol, unknown>)[RECOVERY_ERROR] === 1
    );
  } catch {
    return false; // a proxy or getter that throws is none
  }
}
