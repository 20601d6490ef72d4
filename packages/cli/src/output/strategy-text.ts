import type { Strategy } from '@errata/core';

/** What each strategy asks of a client, in plain words. */
export const STRATEGY_TEXT: Readonly<Record<Strategy, string>> = {
  retry_with_backoff: 'wait, then call again',
  user_action_required: 'ask the user; calling again alone does not help',
  fix_and_retry: 'correct the call, then call again',
  report_and_abort: 'give up and report it',
};
