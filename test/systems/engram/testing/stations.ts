import type { Gateway } from './gateway.js';

/** A place where a gateway stands; when it falls, the next one takes its place. */
export interface Station {
  /** The one that stands there, or comes next. */
  current(): Promise<Gateway>;
  /** Kill it, and start another. */
  replace(): Promise<void>;
  /** How many were killed here. */
  readonly killed: number;
}

export function createStation(start: () => Promise<Gateway>): Station {
  let current = start();
  let killed = 0;
  return {
    current: () => current,
    get killed() {
      return killed;
    },
    async replace() {
      const fallen = await current;
      // Nobody who finds it dead may go back to it.
      current = fallen.kill().then(start);
      killed++;
      await current;
    },
  };
}
