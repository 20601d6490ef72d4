/** How much may be done for one schema, so that a hostile one ends as an unsure one. */
export class Work {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get over(): boolean {
    return this.#left <= 0;
  }

  /** Whether there was enough left for it. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
