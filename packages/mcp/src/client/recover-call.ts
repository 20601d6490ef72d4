import { decide, isRecoveryError, RecoveryError } from '@errata/core';
import {
  type Attempt,
  recoverUnchecked,
  type RecoveryOptions,
  type ToolHints,
} from '@errata/core/internal';

/** The source of the tool's hints. */
export interface HintSource {
  /** Without a request to the server. */
  peek(): ToolHints | undefined;
  find(): Promise<ToolHints | undefined>;
}

/**
 * Make a call and repeat it if that helps and is safe. Whether it is safe may depend on hints of the server.
 * They are fetched only after a failure that depends on them, so a successful call costs nothing more.
 */
export async function recoverCall<T>(
  call: (attempt: Attempt) => Promise<T>,
  options: RecoveryOptions,
  hints: HintSource,
): Promise<T> {
  const known = hints.peek();
  if (known !== undefined) return recoverUnchecked(call, { ...options, annotations: known });

  const { now = Date.now, signal } = options;
  const startedAt = now();
  const first = remember(call);
  const lost = await failureOf(() => recoverUnchecked(first.call, { ...options, maxAttempts: 1 }));
  if ('value' in lost) return lost.value;
  const { error } = lost;
  // A call that was not made, or was given up on purpose, is final.
  if (first.again === undefined || !mayRetry(error, options)) throw error;

  const needed = decide(error.failure).action !== 'retry';
  const deadlineMs = numberOr(options.deadlineMs, Infinity);
  const left = () => deadlineMs - (now() - startedAt);
  const annotations = needed ? await patiently(hints.find(), signal, left()) : undefined;
  const remainingMs = left();
  if (signal?.aborted === true || remainingMs <= 0) throw withWhy(error, 'no time is left');

  // The failure is played back as the first attempt, so that one place decides, waits and counts.
  const { again } = first;
  return recoverUnchecked((attempt) => (attempt.number === 1 ? again() : call(attempt)), {
    ...options,
    deadlineMs: remainingMs,
    ...(annotations !== undefined && { annotations }),
  });
}

/** Whether a retry would be planned if the call turned out to be harmless. */
function mayRetry({ failure }: RecoveryError, options: RecoveryOptions): boolean {
  const maxAttempts = numberOr(options.maxAttempts, Infinity);
  return decide(failure, { readOnly: true, attempt: 1, maxAttempts }).action === 'retry';
}

/** Options may come from configuration files; invalid numbers are treated as in core. */
function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && !Number.isNaN(value) ? value : fallback;
}

function remember<T>(call: (attempt: Attempt) => Promise<T>): {
  readonly call: (attempt: Attempt) => Promise<T>;
  again?: () => Promise<T>;
} {
  const memory: { call: (attempt: Attempt) => Promise<T>; again?: () => Promise<T> } = {
    async call(attempt) {
      try {
        const value = await call(attempt);
        memory.again = async () => value;
        return value;
      } catch (error) {
        if (!isRecoveryError(error)) memory.again = () => Promise.reject(error as Error);
        throw error;
      }
    },
  };
  return memory;
}

async function failureOf<T>(
  run: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: RecoveryError }> {
  try {
    return { value: await run() };
  } catch (error) {
    if (isRecoveryError(error)) return { error };
    throw error;
  }
}

function withWhy(error: RecoveryError, why: string): RecoveryError {
  const { failure, plan, attempts, cause } = error;
  return new RecoveryError(failure, { ...plan, why }, attempts, cause);
}

/** The value, or undefined if the caller stops waiting or the time is up. The work continues for other waiters. */
export function patiently<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  ms: number,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    const timer = ms < 2 ** 31 ? setTimeout(stop, ms) : undefined;
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
  });
}
