import { createRetryBudget, decide, isRecoveryError, RecoveryError } from '@errata/core';
import type { CallFailure, GiveUpPlan, RecoveryOptions } from '@errata/core/internal';
import {
  type Attempt,
  type LoopBreaker,
  peek,
  ignoringErrors,
  readHints,
  readThrown,
  UNKNOWN_TOOL,
} from '@errata/core/internal';
import { type ClientLike, eraOf, invoke, requestOptionsOf, withSignal } from './client-like.js';
import { type ClientConnection, giveUpOnConnection, notConnected } from './connection.js';
import { createHintSource } from './hint-source.js';
import type { RecoveringOptions } from './options.js';
import { patiently, recoverCall } from './recover-call.js';
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
  readonly connection: ClientConnection;
  readonly options: RecoveringOptions;
}

export type Caller = (operation: Operation) => Promise<Settled>;

// One retry for five successes, one per second without any, and ten in a burst.
const DEFAULT_BUDGET = { ratio: 0.2, minPerSecond: 1, capacity: 10 };

/** Makes the calls of a recovering client. Rejects only if an injected function is broken. */
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
        ignoringErrors(() => onRetry?.(event));
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

    const { now = Date.now, deadlineMs = Infinity } = rest;
    const startedAt = now();
    /** MCP has no code of its own for an unknown tool; the server's list tells it from wrong arguments. */
    const isUnknownTool = async ({ origin, code, reason }: CallFailure): Promise<boolean> => {
      if (tool === undefined || origin === 'local' || reason !== undefined) return false;
      if (code !== -32602 && code !== -32601) return false;
      const left = deadlineMs - (now() - startedAt);
      return (await patiently(book.lacks(tool), signal, left)) === true;
    };

    try {
      return await recoverCall(attemptCall, settings, hints);
    } catch (error) {
      if (!isRecoveryError(error)) throw error;
      const { failure, plan, attempts, cause } = error;
      if (await isUnknownTool(failure)) {
        const named = unmask({ ...failure, ...UNKNOWN_TOOL }, answers);
        throw new RecoveryError(
          named,
          decide(named) as GiveUpPlan,
          attempts,
          answers.get(cause) ?? cause,
        );
      }
      if (!answers.has(cause)) throw error;
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
      ignoringErrors(() => onFailure?.({ failure, plan, attempts }));
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

/**
 * Run work with a signal of its own that aborts with the given one, and is cut off from it afterwards. SDK v1 never takes its
 * listener back: on a shared signal they pile up, and a late abort makes it cancel requests that were answered long ago.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const own = new AbortController();
  const forward = () => own.abort(signal.reason);
  if (signal.aborted) forward();
  signal.addEventListener('abort', forward, { once: true });
  try {
    return await work(own.signal);
  } finally {
    signal.removeEventListener('abort', forward);
  }
}

/** An HTTP answer in the form that core reads. */
export interface HttpResponseText {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MAX_MESSAGE = 1024 * 1024;

// Written by the transport of SDK v1 in front of the body, and the only place where the body survives.
const BODY = /^Streamable HTTP error: Error POSTing to endpoint: (\{[^]*\})\s*$/;

/**
 * The answer behind a `StreamableHTTPError` of SDK v1, which keeps the status as `code` and buries the body, JSON-RPC error
 * and all, in its message. Undefined for any other error, and for a body that is not a JSON object.
 */
export function readV1Answer(error: unknown): HttpResponseText | undefined {
  const status = peek(error, 'code');
  const message = peek(error, 'message');
  if (!isTransportError(error) || typeof message !== 'string' || message.length > MAX_MESSAGE)
    return undefined;
  if (typeof status !== 'number' || !(status >= 400 && status <= 599)) return undefined;
  const body = BODY.exec(message)?.[1];
  return body === undefined ? undefined : { status, headers: {}, body };
}

// v1 does not set the name of this class, so that the constructor's has to do.
function isTransportError(error: unknown): boolean {
  return peek(peek(error, 'constructor'), 'name') === 'StreamableHTTPError';
}
