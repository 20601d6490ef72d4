import { orDefault } from './limits.js';

/** A limit on retries that many calls share: when everything fails, retrying everything makes it worse. */
export interface RetryBudget {
  /** A call has succeeded. */
  deposit(): void;
  /** Take one retry; false if none is left. */
  withdraw(): boolean;
  /** The retries that are left, with fractions. */
  balance(): number;
}

export interface RetryBudgetOptions {
  /** Retries that each success pays for: 0.1 allows one retry for ten successes. */
  readonly ratio: number;
  /** Retries per second that need no success, so that a client with few calls can retry. Default: none. */
  readonly minPerSecond?: number;
  /** The most that can be saved up. The bucket starts full: a new client has had no time to earn. */
  readonly capacity: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** A token bucket after tower and finagle: each success deposits, each retry withdraws. */
export function createRetryBudget(options: RetryBudgetOptions): RetryBudget {
  const { ratio, minPerSecond = 0, capacity, now = Date.now } = options;
  for (const [name, value] of Object.entries({ ratio, minPerSecond, capacity })) {
    if (!(value >= 0 && value < Infinity))
      throw new RangeError(`${name} has to be a number of 0 or more`);
  }
  let tokens = capacity;
  let refilledAt = now();
  const refill = () => {
    const at = now();
    // A clock that goes back earns nothing and costs nothing.
    tokens = Math.min(capacity, tokens + (Math.max(0, at - refilledAt) / 1000) * minPerSecond);
    refilledAt = at;
  };
  return {
    deposit() {
      refill();
      tokens = Math.min(capacity, tokens + ratio);
    },
    withdraw() {
      refill();
      // Ten deposits of 0.1 make 0.9999999999999999.
      if (tokens + 1e-9 < 1) return false;
      tokens = Math.max(0, tokens - 1);
      return true;
    },
    balance() {
      refill();
      return tokens;
    },
  };
}

/** How long to wait between attempts if no time is given. Milliseconds. */
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

/** The wait before the next attempt: never shorter than the peer's Retry-After. */
export function waitMs(
  attempt: number,
  retryAfter: number | undefined,
  backoff: Backoff,
  random: () => number,
): number {
  const jittered = backoffMs(attempt, backoff, random);
  return retryAfter === undefined ? jittered : Math.max(Math.ceil(retryAfter * 1000), jittered);
}
