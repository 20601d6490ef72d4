import type { Chaos } from './chaos.js';

/** What is wrong with a device at the moment. */
export interface Conditions {
  /** Milliseconds before each answer. */
  delay: number;
  cutBodies: boolean;
  failWith: number | undefined;
  swallowWrites: boolean;
  acceptOnly: boolean;
  chaos: Chaos | undefined;
}

export const wellBehaved = (): Conditions => ({
  delay: 0,
  cutBodies: false,
  failWith: undefined,
  swallowWrites: false,
  acceptOnly: false,
  chaos: undefined,
});
