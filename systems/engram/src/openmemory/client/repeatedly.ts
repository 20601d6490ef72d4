import { setTimeout as sleep } from 'node:timers/promises';
import type { CallTime } from './call-time.js';
import type { Outcome } from './exchange.js';

export interface RetryOptions {
  /** In all. 3 unless told. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled before each further one. 500 unless told. */
  readonly firstPause?: number;
  /** 10,000 unless told. */
  readonly longestPause?: number;
}

export interface Repetition extends RetryOptions {
  readonly time: CallTime;
  readonly random: () => number;
}

/** Repeat what failed in a way that passes by itself, as long as the time of the call lasts. */
export async function repeatedly(
  attempt: () => Promise<Outcome>,
  { time, random, ...options }: Repetition,
): Promise<Outcome> {
  const { attempts = 3 } = options;
  for (let made = 1; ; made++) {
    const outcome = await attempt();
    if (made >= attempts || !passesByItself(outcome)) return outcome;
    const pause = pauseAfter(made, random(), options);
    if (pause >= time.left()) return outcome;
    try {
      await sleep(pause, undefined, { signal: time.signal });
    } catch {
      return outcome; // the caller looks at the signal
    }
  }
}

/** Milliseconds to wait after so many attempts: twice as long each time, and a quarter more or less by chance. */
export function pauseAfter(made: number, chance: number, options: RetryOptions = {}): number {
  const { firstPause = 500, longestPause = 10_000 } = options;
  return Math.min(longestPause, firstPause * 2 ** (made - 1) * (0.75 + chance / 2));
}

function passesByItself(outcome: Outcome): boolean {
  return outcome.kind === 'broken' || (outcome.kind === 'answer' && outcome.status >= 500);
}
