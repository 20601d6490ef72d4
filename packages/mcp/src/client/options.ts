import type { CallFailure, RecoveryOptions } from '@errata/core/internal';
import type { GiveUpPlan, RetryBudget, RetryPlan, ToolHints } from '@errata/core/internal';

/** A call is about to be made again. */
export interface RetryEvent {
  readonly failure: CallFailure;
  readonly plan: RetryPlan;
  /** Which attempt failed, counted from 1. */
  readonly attempt: number;
  readonly delayMs: number;
}

/** A call was given up. */
export interface FailureEvent {
  readonly failure: CallFailure;
  readonly plan: GiveUpPlan;
  /** How often the call was made. */
  readonly attempts: number;
}

type Passed =
  | 'contracts'
  | 'maxAttempts'
  | 'deadlineMs'
  | 'maxRetryAfter'
  | 'baseMs'
  | 'capMs'
  | 'breaker'
  | 'sleep'
  | 'now'
  | 'random';

/** Options of a recovering client. Pass your signal in the options of each call, as with the SDK. */
export interface RecoveringOptions extends Pick<RecoveryOptions, Passed> {
  /** Shared by all calls of the client. Default: one retry for five successes and one per second; false is no limit. */
  readonly budget?: RetryBudget | false;
  /** The caller's own annotations of a tool. They override the server's. */
  readonly annotations?: (tool: string) => ToolHints | undefined;
  /** False: the server's own hints do not count, and only `annotations` allows a retry after an unknown effect. */
  readonly trustAnnotations?: boolean;
  /**
   * Opens the connection again, usually `() => client.connect(createTransport())`. Without it a call whose connection
   * is gone is given up at once. Use the client itself in there: the recovering one would wait for this to end.
   */
  readonly reconnect?: () => Promise<void>;
  /** Observers may throw; that changes nothing. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Not called for calls that the caller cancelled. */
  readonly onFailure?: (event: FailureEvent) => void;
}

/** How a call ended, for callers that rather look than catch. */
export type Outcome<T> =
  { readonly ok: true; readonly result: T } | ({ readonly ok: false } & FailureEvent);
