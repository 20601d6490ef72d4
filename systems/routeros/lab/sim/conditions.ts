import { commonConditions, type CommonConditions } from '@errata/upstream/simulator';
import { below, createRandom } from './values.js';

/** What is wrong with a device at the moment. */
export interface Conditions extends CommonConditions {
  swallowWrites: boolean;
  ignoreWrites: boolean;
  acceptOnly: boolean;
  chaos: Chaos | undefined;
}

export const wellBehaved = (): Conditions => ({
  ...commonConditions(),
  swallowWrites: false,
  ignoreWrites: false,
  acceptOnly: false,
  chaos: undefined,
});

/** What may go wrong by chance: the connection breaks before anything was done, the body is cut, the device
 * fails, it answers late, or it does what it was asked and never says so. */
export const CHAOS_KINDS = ['reset', 'cut', 'fail', 'slow', 'swallow'] as const;

export type ChaosKind = (typeof CHAOS_KINDS)[number];

export interface ChaosOptions {
  /** From 0 to 1: the share of requests that go wrong. */
  readonly rate: number;
  readonly seed?: number;
  /** Default: all of them. */
  readonly kinds?: readonly ChaosKind[];
  /** Milliseconds that a slow answer takes. */
  readonly delay?: number;
}

interface Chaos {
  readonly delay: number;
  /** What goes wrong with the next request. */
  next(): ChaosKind | undefined;
}

/** Faults by chance, the same ones for the same seed. */
export function createChaos({
  rate,
  seed = 1,
  kinds = CHAOS_KINDS,
  delay = 200,
}: ChaosOptions): Chaos {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError('The rate of faults is from 0 to 1.');
  const random = createRandom(seed);
  return {
    delay,
    next: () => (random() < rate ? kinds[below(random, kinds.length)] : undefined),
  };
}
