/** A limit on retries that many calls share: when everything fails, retrying everything makes it worse. */
export interface RetryBudget {
  /** A call has succeeded. */
  deposit(): void;
  /** Take one retry; false where none is left. */
  withdraw(): boolean;
  /** The retries that are left, with fractions. */
  balance(): number;
}

export interface RetryBudgetOptions {
  /** Retries that each success pays for: 0.1 allows one retry for ten successes. */
  readonly ratio: number;
  /** Retries per second that need no success, so that a quiet client can retry at all. Default: none. */
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
