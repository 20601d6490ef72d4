import type { Strategy } from '@errata/core';

/** The four recovery strategies under the names that the contract gives them. */
export const ErrorRecoveryStrategy = {
  RETRY_WITH_BACKOFF: 'retry_with_backoff',
  USER_ACTION_REQUIRED: 'user_action_required',
  FIX_AND_RETRY: 'fix_and_retry',
  REPORT_AND_ABORT: 'report_and_abort',
} as const satisfies Record<string, Strategy>;

export type ErrorRecoveryStrategy =
  (typeof ErrorRecoveryStrategy)[keyof typeof ErrorRecoveryStrategy];

/** Seconds to wait where nobody said how long. */
export const DEFAULT_RETRY_AFTER = 60;

/** What a strategy advises where neither the thrower nor the definition has better advice. */
export function suggestionFor(
  strategy: Strategy,
  retryAfter: number = DEFAULT_RETRY_AFTER,
): string {
  switch (strategy) {
    case 'retry_with_backoff':
      return `Wait ${retryAfter} seconds and retry. This is likely a temporary issue.`;
    case 'user_action_required':
      return 'User intervention required. Check permissions or configuration and try again.';
    case 'fix_and_retry':
      return 'Fix the input parameters based on the validation errors below, then retry the request.';
    case 'report_and_abort':
      return 'This error cannot be resolved automatically. Report to system administrator.';
  }
}
