import type { FaultOptions } from '@errata/core';

/** What a failure advises where the answer to a change was lost: whoever sends it again unseen may do it twice. */
export const LOST_ANSWER = {
  effect: 'unknown',
  strategy: 'user_action_required',
  retryable: false,
  suggestion: 'Read what the device has now before sending it again',
  suggestions: [],
  nextSteps: [
    'Use the tool that reads what was to be changed, such as ip/list-addresses or dns/get-status',
    'Send it again only if the device does not have it',
  ],
} as const satisfies FaultOptions;

/** What happened, and that the change may have been made all the same. */
export function maybeDone(details: string): string {
  return `${details}; the change may have been made`;
}
