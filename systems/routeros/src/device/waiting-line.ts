const MAX_WAITING = 8;
/** What a request is thought to take before any has ended. */
const FIRST_GUESS = 1_000;
/** How much the newest duration counts in the mean. */
const WEIGHT = 0.3;

/** Why a request does not get its turn. */
export interface NoTurn {
  /** Running and waiting. */
  readonly count: number;
  /** Milliseconds until there should be room, as far as recent durations tell. */
  readonly wait: number;
}

export interface TurnOptions {
  /** How many may run at the same time. */
  readonly limit: number;
  /** Milliseconds to wait at most. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
  /** Before all who wait, and never too many. */
  readonly first?: boolean;
  /** What to reject with where the line is full, or the patience over. */
  readonly refuse: (why: NoTurn) => unknown;
}

interface Waiting {
  readonly limit: number;
  readonly admit: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A few requests at a time; a few more wait, first come, first served. */
export class WaitingLine {
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #mean: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  get idle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Resolves with the function that ends the turn, to be called once. */
  async turn(options: TurnOptions): Promise<() => void> {
    options.signal?.throwIfAborted();
    if (this.#running < options.limit && this.#waiting.length === 0) return this.#begin();
    if (this.#waiting.length >= MAX_WAITING && options.first !== true) {
      throw options.refuse(this.#noTurn(options.limit));
    }
    return this.#wait(options);
  }

  /** Turn away whoever waits. */
  close(reason: unknown): void {
    for (const waiting of [...this.#waiting]) waiting.reject(reason);
  }

  #wait({ limit, patience, signal, first, refuse }: TurnOptions): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        const place = this.#waiting.indexOf(waiting);
        if (place !== -1) this.#waiting.splice(place, 1);
      };
      const waiting: Waiting = {
        limit,
        admit: () => {
          leave();
          resolve(this.#begin());
        },
        reject: (reason) => {
          leave();
          reject(reason as Error);
          // Whoever stands behind may have a wider limit.
          this.#next();
        },
      };
      const onAbort = () => waiting.reject(signal?.reason);
      const timer = setTimeout(() => waiting.reject(refuse(this.#noTurn(limit))), patience);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (first === true) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
    });
  }

  #begin(): () => void {
    const began = this.#now();
    this.#running++;
    return () => {
      this.#running--;
      const duration = Math.max(0, this.#now() - began);
      this.#mean =
        this.#mean === undefined ? duration : this.#mean + WEIGHT * (duration - this.#mean);
      this.#next();
    };
  }

  #next(): void {
    for (let head = this.#waiting[0]; head !== undefined; head = this.#waiting[0]) {
      if (this.#running >= head.limit) return;
      head.admit();
    }
  }

  #noTurn(limit: number): NoTurn {
    const count = this.#running + this.#waiting.length;
    const rounds = Math.ceil(count / Math.max(1, limit));
    return { count, wait: rounds * (this.#mean ?? FIRST_GUESS) };
  }
}
