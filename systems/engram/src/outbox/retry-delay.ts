const FIRST = 60_000;
const LONGEST = 3_600_000;
const JITTER = 0.3;

/** Milliseconds until the next try after so many that failed before: doubled each time, and spread by 30 % either way. */
export function retryDelay(attempts: number, random: () => number): number {
  const delay = Math.min(FIRST * 2 ** attempts, LONGEST);
  return Math.round(delay * (1 + JITTER * (2 * random() - 1)));
}
