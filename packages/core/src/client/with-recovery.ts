import {
  A_BOOLEAN,
  A_FUNCTION,
  A_LIST,
  A_STRING,
  AN_OBJECT,
  assertOptions,
  type AllowedOptions,
} from '../era/index.js';
import { readHints, type ToolHints } from './annotations.js';
import { type Backoff, DEFAULT_BACKOFF, type RetryBudget, waitMs } from './retry-budget.js';
import { decide, type DecisionContext, giveUp, type GiveUpPlan, type RetryPlan } from './decide.js';
import { type Effect } from '../fault/index.js';
import type { CallFailure } from './failure.js';
import { orDefault, readDeadline, readMaxAttempts } from './limits.js';
import type { LoopBreaker } from './loop-breaker.js';
import type { ReadOptions } from './read-declared.js';
import { readReturned, readThrown } from './read-failure.js';
import { isRecoveryError, RecoveryError } from './recovery-error.js';
import { type Sleep, sleep as realSleep } from './sleep.js';
import { createStop, Interruption, orInterrupted, readStop } from './stop.js';

/** One try at the call. */
export interface Attempt {
  /** Counted from 1. */
  readonly number: number;
  /** Aborted when the caller cancels or the deadline passes. Hand it to the call. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline; Infinity without one. */
  readonly remainingMs: number;
  /** Why there is another attempt. */
  readonly previous: CallFailure | undefined;
}

/** The next retry, before its wait. */
export interface RetryNotice {
  readonly attempt: number;
  readonly failure: CallFailure;
  readonly plan: RetryPlan;
  readonly waitMs: number;
}

/** Facts about a call, and the limits of its retries. */
export interface RecoveryOptions
  extends ReadOptions, Partial<Backoff>, Pick<DecisionContext, 'readOnly' | 'idempotent'> {
  /** The tool's hints. `readOnly` and `idempotent` override them. */
  readonly annotations?: ToolHints;
  /** For the loop breaker, with `tool`. */
  readonly arguments?: unknown;
  /** From 1 to 100. Default: 3. */
  readonly maxAttempts?: number;
  /** Milliseconds for everything: calls and waits. Default: no limit. */
  readonly deadlineMs?: number;
  /** Seconds. A peer that asks for a longer wait is not waited for. Default: 120. */
  readonly maxRetryAfter?: number;
  /** Shared between calls. */
  readonly budget?: RetryBudget;
  /** Stops calls that fail the same way again and again. Shared between calls. */
  readonly breaker?: LoopBreaker;
  /** Called before each wait. */
  readonly onRetry?: (notice: RetryNotice) => void;
  /** How to wait; tests give their own. */
  readonly sleep?: Sleep;
  /** From 0 to 1. */
  readonly random?: () => number;
}

const DEFAULT_MAX_RETRY_AFTER = 120;

/**
 * Make a call and repeat it if that helps and is safe. Failures that were thrown and failures that were returned
 * (`isError` results, error responses, HTTP answers) are treated alike.
 *
 * @throws RecoveryError when the call is given up; its cause is what the call threw or returned.
 */
export async function withRecovery<T>(
  call: (attempt: Attempt) => Promise<T> | T,
  options: RecoveryOptions = {},
): Promise<T> {
  assertOptions('withRecovery', options, RECOVERY_OPTIONS);
  return recoverUnchecked(call, options);
}

// Figures may be anything, as `limits.ts` says.
const RECOVERY_OPTIONS: AllowedOptions<RecoveryOptions> = {
  ...{ contracts: [A_LIST], era: [A_STRING], tool: [A_STRING], signal: [AN_OBJECT] },
  ...{ connected: [A_FUNCTION], now: [A_FUNCTION], baseMs: [], capMs: [], readOnly: [A_BOOLEAN] },
  ...{ idempotent: [A_BOOLEAN], annotations: [], arguments: [], maxAttempts: [], deadlineMs: [] },
  ...{ maxRetryAfter: [], budget: [AN_OBJECT], breaker: [AN_OBJECT], onRetry: [A_FUNCTION] },
  ...{ sleep: [A_FUNCTION], random: [A_FUNCTION] },
};

/** The same for options that were checked: those of a recovering client, once for all its calls. */
export async function recoverUnchecked<T>(
  call: (attempt: Attempt) => Promise<T> | T,
  options: RecoveryOptions,
): Promise<T> {
  const stop = createStop(options);
  try {
    return await runAttempts(call, options, stop.signal);
  } finally {
    stop.release();
  }
}

async function runAttempts<T>(
  call: (attempt: Attempt) => Promise<T> | T,
  options: RecoveryOptions,
  signal: AbortSignal,
): Promise<T> {
  const { now = Date.now, random = Math.random, sleep = realSleep } = options;
  const maxAttempts = readMaxAttempts(options.maxAttempts);
  const { baseMs = DEFAULT_BACKOFF.baseMs, capMs = DEFAULT_BACKOFF.capMs } = options;
  const hints = readHints(options.annotations);
  const { readOnly = hints.readOnly === true, idempotent = hints.idempotent === true } = options;
  const deadlineAt = now() + readDeadline(options.deadlineMs);

  refuseLoop(options);
  let previous: CallFailure | undefined;
  let done: Effect = 'none';
  for (let number = 1; ; number++) {
    if (signal.aborted) throw interrupted(signal.reason, previous, number - 1, options);
    const outcome = await makeCall(
      call,
      { number, signal, remainingMs: deadlineAt - now(), previous },
      options,
    );
    if ('value' in outcome) {
      options.budget?.deposit();
      record(options);
      return outcome.value;
    }
    const { failure, cause } = outcome;
    const plan = decide(failure, { readOnly, idempotent, attempt: number, maxAttempts });
    if (failure.effect !== 'none') done = failure.effect;
    const end = (ending: GiveUpPlan) => {
      record(options, failure);
      // The last attempt may have done nothing, and an earlier one may have: the report is about the call as a whole.
      const whole =
        done === failure.effect ? failure : ({ ...failure, effect: done } as CallFailure);
      return new RecoveryError(whole, ending, number, cause);
    };
    if (plan.action !== 'retry') throw end(plan);
    // The default of 60 seconds is advice for a caller without a schedule; here there is one.
    const retryAfter = plan.retryAfterSaid ? plan.retryAfter : undefined;
    const wait = waitMs(number, retryAfter, { baseMs, capMs }, random);
    const obstacle = findObstacle(plan, wait, deadlineAt - now(), options);
    if (obstacle !== undefined) throw end(giveUp(plan, failure, obstacle));
    options.onRetry?.({ attempt: number, failure, plan, waitMs: wait });
    previous = failure;
    await pause(sleep, wait, signal);
  }
}

/** A sleep may also reject when it is aborted; any other rejection is a broken sleep, and no licence to hurry. */
async function pause(sleep: Sleep, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

type Outcome<T> =
  { readonly value: T } | { readonly failure: CallFailure; readonly cause: unknown };

async function makeCall<T>(
  call: (attempt: Attempt) => Promise<T> | T,
  attempt: Attempt,
  options: RecoveryOptions,
): Promise<Outcome<T>> {
  const known: ReadOptions = { ...options, signal: attempt.signal };
  try {
    const value = await orInterrupted((async () => call(attempt))(), attempt.signal);
    const failure = readReturned(value, known);
    return failure === undefined ? { value } : { failure, cause: value };
  } catch (error) {
    // An inner recovery has done what could be done; repeating it from here would multiply the attempts.
    if (isRecoveryError(error)) throw error;
    if (error instanceof Interruption) {
      return { failure: readStop(error.reason, options), cause: error.reason };
    }
    const failure = readThrown(error, known);
    // The call was stopped: it is never repeated, with any outcome.
    return attempt.signal.aborted
      ? { failure: readStop(attempt.signal.reason, options), cause: error }
      : { failure, cause: error };
  }
}

/** Why a retry that is planned cannot be made, in a sentence. The budget comes last: asking it costs a retry. */
function findObstacle(
  plan: RetryPlan,
  wait: number,
  remainingMs: number,
  { maxRetryAfter, budget }: RecoveryOptions,
): string | undefined {
  const allowed = orDefault(maxRetryAfter, DEFAULT_MAX_RETRY_AFTER);
  if (plan.retryAfterSaid && plan.retryAfter > allowed) {
    return `the peer asks to wait ${plan.retryAfter} seconds, and ${allowed} are allowed`;
  }
  if (wait >= remainingMs) return 'the deadline would pass during the wait';
  return budget === undefined || budget.withdraw() ? undefined : 'the retry budget is used up';
}

/** Stopped between attempts: the call did what the last attempt did, and nothing if there was none. */
function interrupted(
  reason: unknown,
  previous: CallFailure | undefined,
  attempts: number,
  options: RecoveryOptions,
): RecoveryError {
  const failure = { ...readStop(reason, options), effect: previous?.effect ?? 'none' };
  const plan = giveUp(decide(failure), failure, 'the call was stopped');
  return new RecoveryError(failure, plan, attempts, previous?.raw ?? reason);
}

function refuseLoop(options: RecoveryOptions): void {
  const { breaker, tool, arguments: given } = options;
  const failure = tool === undefined ? undefined : breaker?.check({ tool, arguments: given });
  if (failure === undefined) return;
  const plan = giveUp(decide(failure), failure, 'the loop breaker refused it');
  throw new RecoveryError(failure, plan, 0, failure.raw);
}

/** Once for each call, not for each attempt: retrying is this function's doing, not the caller's loop. */
function record({ breaker, tool, arguments: given }: RecoveryOptions, failure?: CallFailure): void {
  if (tool !== undefined) breaker?.record({ tool, arguments: given }, failure);
}
