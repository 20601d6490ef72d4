export interface BreakerOptions {
  /** So many failures in a row open it. 5 unless told. */
  readonly failures?: number;
  /** Milliseconds that it stays open. 30,000 unless told. */
  readonly openFor?: number;
}

/** Why a service is left alone. */
export interface LeftAlone {
  readonly failures: number;
  /** What the last failure was called. */
  readonly last: string;
  /** Milliseconds until it is tried again. */
  readonly wait: number;
}

/** One call that was let through, which tells how it went; only the first word counts. */
export interface Trial {
  /** The service answered, whatever it said. */
  answered(): void;
  /** It did not. */
  failed(why: string): void;
  /** The call ended without telling anything of the service. */
  dropped(): void;
}

/** Leaves a service alone for a while that failed several times in a row, then tries it with one call at a time. */
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

  /** Undefined where a call may be made. */
  leftAlone(): LeftAlone | undefined {
    if (this.#openUntil === undefined) return undefined;
    const wait = Math.max(0, this.#openUntil - this.#now());
    if (wait === 0 && !this.#probing) return undefined;
    return { failures: this.#failures, last: this.#last, wait };
  }

  /** To be called only where the service is not left alone. */
  begin(): Trial {
    const probe = this.#openUntil !== undefined;
    if (probe) this.#probing = true;
    let told = false;
    const once = (tell: () => void) => {
      if (told) return;
      told = true;
      if (probe) this.#probing = false;
      tell();
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
    // A call that was on its way when the breaker opened does not make the pause longer.
    if (probe || this.#openUntil === undefined) this.#openUntil = this.#now() + this.#openFor;
  }
}
