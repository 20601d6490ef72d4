import type { Alternative, Effect, Strategy } from '../fault/index.js';

/** One argument that was refused, and what would be accepted. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
  /** A value that would be accepted. It is the peer's: untrusted. */
  readonly example?: unknown;
}

/** What is known of a failure from any source. Unknown members are left out, except the effect. */
export interface FailureInfo {
  readonly domain?: string;
  readonly reason?: string;
  /** The number on the wire. It collides between domains: the identity is domain and reason. */
  readonly code?: number;
  readonly message: string;
  readonly details?: string;
  readonly category?: string;
  readonly retryable?: boolean;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly effect: Effect;
  readonly strategy?: Strategy;
  readonly ref?: string;
  readonly fields?: readonly FieldError[];
  readonly suggestion?: string;
  readonly nextSteps?: readonly string[];
  readonly alternatives?: readonly Alternative[];
  /** The tool that was called, if known. */
  readonly tool?: string;
  /** The data of the domain, as received. It is untrusted. */
  readonly data: unknown;
  /** The very thing that was read. */
  readonly raw: unknown;
}

/** A JSON-RPC error, or a tool result with `isError`. */
export interface MessageFailure extends FailureInfo {
  readonly origin: 'rpc' | 'tool';
}

/** A failed HTTP response, with or without a JSON-RPC error or a problem document in its body. */
export interface HttpFailure extends FailureInfo {
  readonly origin: 'http';
  readonly status: number;
  /** `WWW-Authenticate`, which says how to get in. */
  readonly challenge?: string;
}

/** A failure that the peer reported. */
export type ReceivedFailure = MessageFailure | HttpFailure;

/**
 * What happened on this side: no answer in time, the connection closed, the caller cancelled, the call could not be
 * sent, the answer was unusable, or an unknown exception was thrown.
 */
export type LocalKind = 'timeout' | 'closed' | 'cancelled' | 'send' | 'result' | 'unknown';

export interface CallLost extends FailureInfo {
  readonly origin: 'local';
  readonly kind: LocalKind;
}

/** A call that the loop breaker refused. */
export interface LoopFailure extends FailureInfo {
  readonly origin: 'local';
  readonly kind: 'loop';
  readonly effect: 'none';
  readonly repeated: {
    readonly tool: string;
    /** The failure of the earlier calls. */
    readonly failure: string;
    readonly count: number;
  };
}

/** A failure that no peer reported. */
export type LocalFailure = CallLost | LoopFailure;

/** A failed call as a client sees it: what the peer reported, or what was lost on the way. */
export type CallFailure = ReceivedFailure | LocalFailure;

/** A short, stable name of the failure, for keys, counters and sentences. */
export function failureName(failure: CallFailure): string {
  const { domain, reason, code } = failure;
  if (reason !== undefined) return domain === undefined ? reason : `${domain}/${reason}`;
  if (code !== undefined) return `code ${code}`;
  if (failure.origin === 'http') return `HTTP ${failure.status}`;
  return failure.origin === 'local' ? failure.kind : failure.origin;
}
