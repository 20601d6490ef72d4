export interface BreakerOptions {
  /** So many failures in a row open it. 5 unless told. */
  readonly failures?: number;
  /** Milliseconds that it stays open. 30,000 unless told. */
  readonly openFor?: number;
}

/** One call that was let through, which tells how it went; only the first word counts. */
export interface Trial {
  answered(): void;
  failed(): void;
  /** The call ended without telling anything of the service. */
  dropped(): void;
}

/** Leaves a service alone for a while that failed several times in a row, then tries it with one call at a time. */
export class Breaker {
  readonly #now: () => number;
  readonly #limit: number;
  readonly #openFor: number;
  #failures = 0;
  #openUntil: number | undefined;
  #probing = false;

  constructor(now: () => number, { failures = 5, openFor = 30_000 }: BreakerOptions = {}) {
    this.#now = now;
    this.#limit = failures;
    this.#openFor = openFor;
  }

  /** A trial, or the milliseconds to wait for the next one. */
  admit(): Trial | number {
    const probe = this.#openUntil !== undefined;
    const wait = probe ? Math.max(0, this.#openUntil! - this.#now()) : 0;
    if (wait > 0 || (probe && this.#probing)) return wait;
    this.#probing = probe;
    return this.#trial(probe);
  }

  #trial(probe: boolean): Trial {
    let told = false;
    const once = (tell: () => void) => () => {
      if (told) return;
      told = true;
      if (probe) this.#probing = false;
      tell();
    };
    return {
      answered: once(() => this.#close()),
      failed: once(() => this.#count(probe)),
      dropped: once(() => undefined),
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
  }

  #count(probe: boolean): void {
    this.#failures++;
    if (this.#failures < this.#limit) return;
    // A call that was on its way when the breaker opened does not make the pause longer.
    if (probe || this.#openUntil === undefined) this.#openUntil = this.#now() + this.#openFor;
  }
}
