/** One holder at a time, in the order of asking. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  #held = false;

  lock(): Promise<void> {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#held = true;
    return Promise.resolve();
  }

  unlock(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#held = false;
    else next();
  }
}
