import type { IdText, Params } from '../codec/index.js';
import type { Condition } from '../era/index.js';
import { createRef, type Fault, type FaultOptions, type Ref } from '../fault/index.js';
import type { FailureOrigin } from '../contract/index.js';

/** A failure that the protocol layer finds, before or after a handler. */
export interface ProtocolFailure {
  readonly condition: Condition;
  readonly context?: Record<string, unknown>;
  readonly given?: FaultOptions;
}

/**
 * What a message came in: a line of stdio, a POST. The edge makes it, handlers may look at it, and the boundary tells it what
 * was answered, because a status may depend on that.
 */
export interface Exchange {
  /** Say something to the client before the reply: progress, a log message. */
  readonly notify?: ((method: string, params?: Params) => void) | undefined;
  /** The same for a whole message as text: a request of the server's own. */
  readonly send?: ((text: string) => void) | undefined;
  /** The caller, if the edge authenticated it. */
  readonly auth?: unknown;
  /** Headers of the transport by lower-case name. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** All of them, to pass the request on. */
  readonly headers?: (() => Iterable<readonly [name: string, value: string]>) | undefined;
  /** The ref of the whole call, if the edge has already sent it, for example in a header. */
  readonly ref?: Ref | undefined;
  /** The trace that this call belongs to, as W3C writes it. */
  readonly traceparent?: string | undefined;
  /** Called for each failure in a reply, with its origin. */
  readonly failed?: ((fault: Fault, origin: FailureOrigin) => void) | undefined;
}

/** The request, as its handler sees it: without the id, which belongs to the boundary. */
export interface CallInfo {
  readonly method: string;
  /** The ref of this request in replies, logs and stored events. */
  readonly ref: Ref;
  /** Aborted when the client cancels, the connection closes or the deadline passes. */
  readonly signal: AbortSignal;
  /** The exchange that carried the request, if the edge has one. */
  readonly exchange: Exchange | undefined;
  /** The user of the connection. */
  readonly peer: unknown;
  /** Set it if the call changes nothing: every failure then has the effect `none`. */
  readOnly: boolean;
}

/** Parts of a call that are created on demand; most calls need none. */
interface Details {
  ref?: Ref;
  controller?: AbortController;
  cancelled?: { readonly why: unknown };
  expired?: { readonly why: unknown };
}

/** One request in progress. */
export class Call implements CallInfo {
  readonly method: string;
  readonly id: IdText | undefined;
  readonly exchange: Exchange | undefined;
  readonly peer: unknown;
  readOnly = false;
  /** Kept while the call is in progress. */
  params: Params | undefined = undefined;
  /** Called once when the reply is no longer wanted. */
  onCancelled: (() => void) | undefined = undefined;
  /** The failure in its reply, if it failed. */
  fault: Fault | undefined = undefined;
  #details: Details | undefined = undefined;

  constructor(method: string, id: IdText | undefined, exchange?: Exchange, peer?: unknown) {
    this.method = method;
    this.id = id;
    this.exchange = exchange;
    this.peer = peer;
  }

  get ref(): Ref {
    return ((this.#details ??= {}).ref ??= this.exchange?.ref ?? createRef());
  }

  /** The ref if anything has seen it yet. */
  get refIfUsed(): Ref | undefined {
    return this.#details?.ref ?? this.exchange?.ref;
  }

  get signal(): AbortSignal {
    const details = (this.#details ??= {});
    if (details.controller === undefined) {
      details.controller = new AbortController();
      const stopped = details.cancelled ?? details.expired;
      if (stopped !== undefined) details.controller.abort(stopped.why);
    }
    return details.controller.signal;
  }

  get cancelled(): boolean {
    return this.#details?.cancelled !== undefined;
  }

  cancel(why: unknown): void {
    const details = (this.#details ??= {});
    if (details.cancelled !== undefined) return;
    details.cancelled = { why };
    details.controller?.abort(why);
    this.onCancelled?.();
  }

  /** The deadline passed: the handler should stop, and the client gets a reply. */
  expire(why: unknown): void {
    const details = (this.#details ??= {});
    details.expired ??= { why };
    details.controller?.abort(why);
  }
}

/** Now or later: a promise per request costs as much as parsing it, so there is none where none is needed. */
export type Maybe<T> = T | Promise<T>;

export function isPromise<T>(value: Maybe<T> | PromiseLike<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** Continue with a value; synchronously if it is not a promise. */
export function whenReady<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Calls a hook and ignores its errors, thrown or rejected: they must not cost a reply or end the process. */
export function ignoringErrors<T>(hook: () => T): T | undefined {
  try {
    const made = hook();
    const { then } = (made ?? {}) as { then?: unknown };
    if (typeof then === 'function') then.call(made, undefined, () => undefined);
    return made;
  } catch {
    return undefined; // the caller has something else to say, or nothing
  }
}

/** Thrown at the deadline. */
interface Late {
  readonly failure: ProtocolFailure;
}

const LATE = new WeakSet<object>();

export function isLate(thrown: unknown): thrown is Late {
  return typeof thrown === 'object' && thrown !== null && LATE.has(thrown);
}

/** Wait for work no longer than a limit in milliseconds. What comes after it, result or failure, is dropped. */
export function settleWithin(
  pending: PromiseLike<unknown>,
  limit: number,
  method: string,
  tool: string | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createLate(limit, method, tool)), limit);
    const stop =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        clearTimeout(timer);
        settle(value);
      };
    pending.then(stop(resolve), stop(reject));
  });
}

function createLate(limit: number, operation: string, tool: string | undefined): Late {
  const seconds = limit / 1000;
  const late: Late = {
    failure: {
      condition: 'timeout',
      // Each catalog takes the names that it declares.
      context: { operation, timeout_seconds: seconds, ...(tool && { tool, tool_name: tool }) },
      given: {
        details: `${tool ?? operation} did not finish within ${seconds} s`,
        effect: 'unknown',
      },
    },
  };
  LATE.add(late);
  return late;
}
