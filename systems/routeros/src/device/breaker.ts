const FAILURES_TO_OPEN = 5;
const OPEN_FOR = 30_000;

/** Why a device is left alone. */
export interface LeftAlone {
  readonly failures: number;
  /** Of the last failure. */
  readonly errorType: string;
  /** Milliseconds until it is tried again. */
  readonly wait: number;
}

/** One request that was let through, which tells how it went; only the first word counts. */
export interface Trial {
  /** The device answered, whatever it said. */
  answered(): void;
  /** It did not. */
  failed(errorType: string): void;
  /** The request ended without telling anything of the device. */
  dropped(): void;
}

/** Leaves a device alone for a while that did not answer several times in a row, then tries it with one request at a time. */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #errorType = '';
  #openUntil: number | undefined;
  #probing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Undefined where a request may be made. */
  leftAlone(): LeftAlone | undefined {
    if (this.#openUntil === undefined) return undefined;
    const wait = Math.max(0, this.#openUntil - this.#now());
    if (wait === 0 && !this.#probing) return undefined;
    return { failures: this.#failures, errorType: this.#errorType, wait };
  }

  /** To be called only where the device is not left alone. */
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
      failed: (errorType) => once(() => this.#count(errorType, probe)),
      dropped: () => once(() => undefined),
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
  }

  #count(errorType: string, probe: boolean): void {
    this.#failures++;
    this.#errorType = errorType;
    if (this.#failures < FAILURES_TO_OPEN) return;
    // A request that was on its way when the breaker opened does not make the pause longer.
    if (probe || this.#openUntil === undefined) this.#openUntil = this.#now() + OPEN_FOR;
  }
}
