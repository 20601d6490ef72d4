import type { Outcome } from '@errata/system/upstream';

export interface RetryOptions {
  /** In all. 3 unless told. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled before each further one. 500 unless told. */
  readonly firstPause?: number;
  /** 10,000 unless told. */
  readonly longestPause?: number;
}

/** Milliseconds to wait after so many attempts: twice as long each time, and a quarter more or less by chance. */
export function pauseAfter(made: number, chance: number, options: RetryOptions = {}): number {
  const { firstPause = 500, longestPause = 10_000 } = options;
  return Math.min(longestPause, firstPause * 2 ** (made - 1) * (0.75 + chance / 2));
}

/** Whether the same call may well succeed after a while. */
export function passesByItself(outcome: Outcome): boolean {
  return outcome.kind === 'broken' || (outcome.kind === 'answer' && outcome.answer.status >= 500);
}
