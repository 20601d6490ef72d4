import type { Effect, Strategy } from '../fault/index.js';

/** The fixed words of the text that a model reads: `REASON: details. Effect. Next: advice. ref=corr-…` */
export interface ToolWords {
  /** What ends a sentence that has no end of its own. */
  readonly stop: string;
  /** What the failed call did. */
  readonly effects: Readonly<Record<Effect, string>>;
  /** What stands before the advice. */
  readonly next: string;
  /** The advice for a failure that passes. */
  retry(seconds: number | undefined): string;
  /** The advice where neither fault nor contract has one. */
  readonly advice: Readonly<Record<Strategy, string>>;
}

export const ENGLISH: ToolWords = {
  stop: '.',
  effects: {
    none: 'Nothing was changed.',
    done: 'The change was made.',
    unknown: 'It is not known whether anything was changed.',
  },
  next: 'Next:',
  retry: (seconds) => (seconds === undefined ? 'retry later' : `retry after ${seconds} s`),
  advice: {
    retry_with_backoff: 'retry later',
    user_action_required: 'ask the user to act, then call again',
    fix_and_retry: 'correct the arguments and call again',
    report_and_abort: 'do not repeat the call. Details are in the server log under this ref',
  },
};
