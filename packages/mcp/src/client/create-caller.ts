import {
  createRetryBudget,
  decide,
  isRecoveryError,
  RecoveryError,
  type CallFailure,
  type RecoveryOptions,
} from '@errata/core';
import {
  readHints,
  readThrown,
  type Attempt,
  type LoopBreaker,
  quietly,
} from '@errata/core/internal';
import { eraOf, invoke, requestOptionsOf, withSignal, type ClientLike } from './client-like.js';
import { giveUpOnConnection, notConnected, type Connection } from './connection.js';
import { createHintSource } from './hint-source.js';
import type { RecoveringOptions } from './options.js';
import { withOwnSignal } from './own-signal.js';
import { readV1Answer } from './read-v1-answer.js';
import { recoverCall } from './recover-call.js';
import type { ToolBook } from './tool-book.js';

/** One call of a method of the client. */
export interface Operation {
  readonly method: string;
  readonly args: readonly unknown[];
  /** Which of the arguments holds the request options. */
  readonly optionsAt: number;
  readonly tool?: string;
  readonly arguments?: unknown;
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
}

export type Settled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: RecoveryError };

export interface CallerParts {
  readonly book: ToolBook;
  readonly connection: Connection;
  readonly options: RecoveringOptions;
}

export type Caller = (operation: Operation) => Promise<Settled>;

// One retry for five successes, one per second without any, and ten in a burst.
const DEFAULT_BUDGET = { ratio: 0.2, minPerSecond: 1, capacity: 10 };

/** What makes the calls of a recovering client. It rejects only where something injected is broken. */
export function createCaller(
  client: ClientLike,
  { book, connection, options }: CallerParts,
): Caller {
  const { budget, annotations, trustAnnotations, onRetry, onFailure, breaker, ...rest } = options;
  const shared = budget ?? createRetryBudget({ ...DEFAULT_BUDGET, now: rest.now ?? Date.now });

  const make = async (operation: Operation): Promise<unknown> => {
    const { method, args, optionsAt, tool, readOnly, idempotent } = operation;
    const { signal } = requestOptionsOf(args, optionsAt);
    const hints = createHintSource(tool, { book, connection, annotations, trustAnnotations });
    const answers = new Map<unknown, unknown>();
    let transport: unknown;

    const settings: RecoveryOptions = {
      ...rest,
      ...defined({ tool, readOnly, idempotent, signal, era: eraOf(client) }),
      ...(shared !== false && { budget: shared }),
      // v1 tells a closed connection only by this: an observer may have opened another one by the time it is asked.
      connected: () => client.transport === transport,
      onRetry({ failure, plan, attempt, waitMs }) {
        const event = { failure: unmask(failure, answers), plan, attempt, delayMs: waitMs };
        quietly(() => onRetry?.(event));
      },
    };

    const attemptCall = async (attempt: Attempt): Promise<unknown> => {
      await connection.open();
      transport = client.transport;
      const known = { ...readHints(hints.peek()), ...defined({ readOnly, idempotent }) };
      const attempts = attempt.number;
      if (connection.isLost()) {
        const failure = notConnected(tool, attempt.previous?.effect);
        throw giveUpOnConnection(failure, undefined, { ...known, attempts: attempts - 1 });
      }
      try {
        return await withOwnSignal(attempt.signal, (own) =>
          invoke(client, method, withSignal(args, optionsAt, own)),
        );
      } catch (error) {
        if (!attempt.signal.aborted && connection.isLost()) {
          const failure = readThrown(error, { ...settings, signal: attempt.signal });
          if (decide(failure, { readOnly: true }).action === 'retry')
            throw giveUpOnConnection(failure, error, { ...known, attempts });
        }
        const answer = readV1Answer(error);
        if (answer === undefined) throw error;
        answers.set(answer, error);
        return answer;
      }
    };

    try {
      return await recoverCall(attemptCall, settings, hints);
    } catch (error) {
      if (!isRecoveryError(error) || !answers.has(error.cause)) throw error;
      const { failure, plan, attempts, cause } = error;
      throw new RecoveryError(unmask(failure, answers), plan, attempts, answers.get(cause));
    }
  };

  const settle = async (operation: Operation): Promise<Settled> => {
    const refused = refuseLoop(operation, breaker);
    if (refused !== undefined) return { ok: false, error: refused };
    try {
      const value = await make(operation);
      recordLoop(operation, breaker);
      return { ok: true, value };
    } catch (error) {
      if (!isRecoveryError(error)) throw error;
      recordLoop(operation, breaker, error.failure);
      return { ok: false, error };
    }
  };

  return async (operation) => {
    const settled = await settle(operation);
    const { signal } = requestOptionsOf(operation.args, operation.optionsAt);
    if (!settled.ok && signal?.aborted !== true) {
      const { failure, plan, attempts } = settled.error;
      quietly(() => onFailure?.({ failure, plan, attempts }));
    }
    return settled;
  };
}

/** The failure with the exception of the SDK in place of the answer that was dug out of it. */
function unmask<F extends CallFailure>(failure: F, answers: ReadonlyMap<unknown, unknown>): F {
  return answers.has(failure.raw) ? { ...failure, raw: answers.get(failure.raw) } : failure;
}

function refuseLoop(
  { tool, arguments: given }: Operation,
  breaker: LoopBreaker | undefined,
): RecoveryError | undefined {
  const failure = tool === undefined ? undefined : breaker?.check({ tool, arguments: given });
  if (failure === undefined) return undefined;
  const plan = decide(failure);
  return plan.action === 'retry' ? undefined : new RecoveryError(failure, plan, 0, undefined);
}

/** Here and not in core's loop: there, a failure that is played back would count twice. */
function recordLoop(
  { tool, arguments: given }: Operation,
  breaker: LoopBreaker | undefined,
  failure?: CallFailure,
): void {
  if (tool !== undefined) breaker?.record({ tool, arguments: given }, failure);
}

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
