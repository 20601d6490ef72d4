import { setTimeout as sleep } from 'node:timers/promises';
import type { CallTime } from './call-time.js';

export interface Repetition<T> {
  readonly time: CallTime;
  /** In all. 3 unless told. */
  readonly attempts?: number;
  /** Milliseconds to wait after so many attempts. */
  readonly pauseAfter: (made: number) => number;
  /** Whether the same attempt may well have another outcome after a while. */
  readonly passesByItself: (outcome: T) => boolean;
  /** Asked last, before the pause of each further attempt. */
  readonly mayRepeat?: () => boolean;
}

/** Repeat what failed in a way that passes by itself, as long as the time of the call lasts. */
export async function repeatedly<T>(
  attempt: () => Promise<T>,
  { time, attempts = 3, pauseAfter, passesByItself, mayRepeat = () => true }: Repetition<T>,
): Promise<T> {
  for (let made = 1; ; made++) {
    const outcome = await attempt();
    if (made >= attempts || !passesByItself(outcome)) return outcome;
    const pause = pauseAfter(made);
    if (pause >= time.left() || !mayRepeat()) return outcome;
    try {
      await sleep(pause, undefined, { signal: time.signal });
    } catch {
      return outcome; // the caller looks at the signal
    }
  }
}
