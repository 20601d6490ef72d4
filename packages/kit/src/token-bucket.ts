/** So many requests at once, and so many more each second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Counts requests against a rate. Nothing runs in the background: tokens are refilled at each take. */
export class TokenBucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #level: number;
  #seen: number;

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#level = rate.burst;
    this.#seen = now();
  }

  /** Takes a token: returns 0, or the seconds until there is one. */
  take(): number {
    this.#flow();
    if (this.#level >= 1) {
      this.#level -= 1;
      return 0;
    }
    // Rounded up, so that a caller who waits that long is not refused again.
    return Math.ceil(((1 - this.#level) / this.#rate.perSecond) * 1000) / 1000;
  }

  /** Whether it is full: no recent requests. */
  get full(): boolean {
    this.#flow();
    return this.#level >= this.#rate.burst;
  }

  #flow(): void {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    this.#level = Math.min(burst, this.#level + ((now - this.#seen) / 1000) * perSecond);
    this.#seen = now;
  }
}
