import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import type { Device } from '../registry/device.js';
import { wholeSeconds } from './device-faults.js';

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

  /** Refuse all that wait. */
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
          // The next one may have a wider limit.
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

/** So many of something per minute: `120 requests`, `10 pings`. */
export interface MinuteLimit {
  readonly name: string;
  readonly perMinute: number;
}

/** The name of the limit that all requests count for. */
export const REQUESTS = 'requests';

/** The limits of one device: requests at once, and per minute. */
export class DeviceLimits {
  readonly line: WaitingLine;
  readonly #now: () => number;
  readonly #windows = new Map<string, SlidingWindow>();

  constructor(now: () => number) {
    this.#now = now;
    this.line = new WaitingLine(now);
  }

  /** Whether there is nothing to remember. */
  get idle(): boolean {
    return this.line.idle && [...this.#windows.values()].every((window) => window.count === 0);
  }

  /** The fault for the limit that takes longest to have room again; undefined if all have. */
  exceeded(deviceId: string, limits: readonly MinuteLimit[]): Fault | undefined {
    const waits = limits.map((limit) => this.#window(limit).untilRoom(limit.perMinute));
    const longest = Math.max(...waits);
    const limit = limits[waits.indexOf(longest)];
    if (limit === undefined || longest === 0) return undefined;
    return routeros.RATE_LIMITED(
      {
        device_id: deviceId,
        limit: `${limit.perMinute} ${limit.name} per minute`,
        current_count: this.#window(limit).count,
        retry_after: wholeSeconds(longest),
      },
      { effect: 'none', ...(limit.name !== REQUESTS && onlyThese(deviceId, limit)) },
    );
  }

  take(limits: readonly MinuteLimit[]): void {
    for (const limit of limits) this.#window(limit).take();
  }

  #window({ name }: MinuteLimit): SlidingWindow {
    const known = this.#windows.get(name);
    if (known !== undefined) return known;
    const window = new SlidingWindow(this.#now);
    this.#windows.set(name, window);
    return window;
  }
}

/** What is said of a limit that is not about all requests. */
function onlyThese(deviceId: string, { name }: MinuteLimit) {
  return {
    details: `Too many ${name} to device '${deviceId}'`,
    nextSteps: [`Only ${name} are limited like this: other tools still work on the device`],
  };
}

/** The fault for a request that did not get its turn. */
export function noTurn(device: Device, { count, wait }: NoTurn): Fault {
  return routeros.RATE_LIMITED(
    {
      device_id: device.id,
      limit: `${device.max_concurrent} requests per device`,
      current_count: count,
      retry_after: wholeSeconds(wait),
    },
    { effect: 'none' },
  );
}

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
