import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import type { Device } from '../registry/device.js';
import { wholeSeconds } from './seconds.js';
import { WaitingLine, type NoTurn } from './waiting-line.js';

/** So many of something per minute: `120 requests`, `10 pings`. */
export interface MinuteLimit {
  readonly name: string;
  readonly perMinute: number;
}

/** The name of the limit that all requests count for. */
export const REQUESTS = 'requests';

/** What one device is spared: too much at once, and too much per minute. */
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

  /** The fault for the limit that takes longest to have room again; undefined where all have. */
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
