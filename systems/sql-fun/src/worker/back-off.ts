import type { Death } from './worker-process.js';

const FIRST = 100;
const LONGEST = 5000;

/** Waits longer and longer after processes that did not come up; one that does ends it. */
export class BackOff {
  private readonly now: () => number;
  private failures = 0;
  private until = 0;
  private last: Death | undefined = undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** How the last one ended, while it is too early to try again. */
  get reason(): Death | undefined {
    return this.now() < this.until ? this.last : undefined;
  }

  failed(death: Death): void {
    this.until = this.now() + Math.min(FIRST * 2 ** this.failures, LONGEST);
    this.failures++;
    this.last = death;
  }

  succeeded(): void {
    this.failures = 0;
    this.until = 0;
  }
}
