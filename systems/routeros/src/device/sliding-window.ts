const MINUTE = 60_000;

/** How often something happened within the last minute. */
export class SlidingWindow {
  readonly #now: () => number;
  #times: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get count(): number {
    this.#forgetOld();
    return this.#times.length;
  }

  /** Milliseconds until there is room below the limit; zero where there is room now. */
  untilRoom(limit: number): number {
    const count = this.count;
    if (count < limit) return 0;
    // After a limit was lowered, more than the oldest has to leave.
    const last = this.#times[count - limit];
    return last === undefined ? MINUTE : last + MINUTE - this.#now();
  }

  take(): void {
    this.#times.push(this.#now());
  }

  #forgetOld(): void {
    const now = this.#now();
    const kept = this.#times.findIndex((at) => at > now - MINUTE);
    if (kept !== 0) this.#times = kept === -1 ? [] : this.#times.slice(kept);
  }
}
