import { type Clock, systemClock } from '../clock.js';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of the event loop in which nothing may be left to do before time passes. */
const QUIET_TURNS = 3;

/** Time that passes only when everybody waits: an hour of patience is over at once. */
export class VirtualClock implements Clock {
  #now = 0;
  #sleepers: Sleeper[] = [];
  #running = false;

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper: Sleeper = { at: this.#now + Math.max(0, milliseconds), wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
          resolve();
        },
        { once: true },
      );
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#sleepers.length > 0) {
      for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise(setImmediate);
      const next = this.#sleepers.reduce<Sleeper | undefined>(
        (first, each) => (first === undefined || each.at < first.at ? each : first),
        undefined,
      );
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      this.#sleepers = this.#sleepers.filter((each) => each !== next);
      next.wake();
    }
    this.#running = false;
  }
}

const TIMES = 2;

/** The time of real samples: what they take two seconds for is over in one, so that a busy machine does not make them late. */
export const briskClock: Clock = {
  now: () => systemClock.now() * TIMES,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / TIMES, signal),
};
