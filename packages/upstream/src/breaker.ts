export interface BreakerOptions {
  /** Failures in a row that open it. Default: 5. */
  readonly failures?: number;
  /** Milliseconds that it stays open. Default: 30,000. */
  readonly openFor?: number;
}

/** Why the breaker is open, and for how long. */
export interface OpenBreaker {
  readonly failures: number;
  /** The code of the last failure. */
  readonly last: string;
  /** Milliseconds until the next call is let through. */
  readonly wait: number;
}

/** One call that was let through. The caller reports how it went; only the first report counts. */
export interface Trial {
  /** The service answered, with any status. */
  answered(): void;
  /** The service did not answer. */
  failed(why: string): void;
  /** The call ended early and says nothing about the service. */
  dropped(): void;
}

/** A circuit breaker: after several failures in a row it blocks calls for a while, then lets one through at a time. */
export class Breaker {
  readonly #now: () => number;
  readonly #limit: number;
  readonly #openFor: number;
  #failures = 0;
  #last = '';
  #openUntil: number | undefined;
  #probing = false;

  constructor(now: () => number, { failures = 5, openFor = 30_000 }: BreakerOptions = {}) {
    this.#now = now;
    this.#limit = failures;
    this.#openFor = openFor;
  }

  /** Undefined if a call may be made. */
  whyOpen(): OpenBreaker | undefined {
    if (this.#openUntil === undefined) return undefined;
    const wait = Math.max(0, this.#openUntil - this.#now());
    if (wait === 0 && !this.#probing) return undefined;
    return { failures: this.#failures, last: this.#last, wait };
  }

  /** Call it only while the breaker is closed. */
  begin(): Trial {
    const probe = this.#openUntil !== undefined;
    if (probe) this.#probing = true;
    let reported = false;
    const once = (report: () => void) => {
      if (reported) return;
      reported = true;
      if (probe) this.#probing = false;
      report();
    };
    return {
      answered: () => once(() => this.#close()),
      failed: (why) => once(() => this.#count(why, probe)),
      dropped: () => once(() => undefined),
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
  }

  #count(why: string, probe: boolean): void {
    this.#failures++;
    this.#last = why;
    if (this.#failures < this.#limit) return;
    // A call that was in flight when the breaker opened does not make the pause longer.
    if (probe || this.#openUntil === undefined) this.#openUntil = this.#now() + this.#openFor;
  }
}
