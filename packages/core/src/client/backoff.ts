import { orDefault } from './limits.js';

/** How long to wait between attempts where nobody named a time. Milliseconds. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

export const DEFAULT_BACKOFF: Backoff = { baseMs: 500, capMs: 30_000 };

// The longest that a timer holds; beyond, it fires at once.
const MAX_WAIT_MS = 2 ** 31 - 1;

/**
 * Exponential backoff with full jitter: anything between nothing and base × 2^(attempt − 1), capped. Full, because
 * callers that failed together must not come back together.
 */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number): number {
  const baseMs = orDefault(backoff.baseMs, DEFAULT_BACKOFF.baseMs);
  const capMs = Math.min(orDefault(backoff.capMs, DEFAULT_BACKOFF.capMs), MAX_WAIT_MS);
  // The exponent is bounded before it is used: 2^1024 is Infinity, and 0 × Infinity no number.
  const doublings = attempt > 1 ? Math.min(attempt - 1, 52) : 0;
  const ceiling = Math.min(capMs, baseMs * 2 ** doublings);
  const drawn = random();
  const share = drawn >= 0 && drawn <= 1 ? drawn : 1;
  return Math.round(share * ceiling);
}

/** The wait before the next attempt: never earlier than the peer asked. */
export function waitMs(
  attempt: number,
  retryAfter: number | undefined,
  backoff: Backoff,
  random: () => number,
): number {
  const jittered = backoffMs(attempt, backoff, random);
  return retryAfter === undefined ? jittered : Math.max(Math.ceil(retryAfter * 1000), jittered);
}
