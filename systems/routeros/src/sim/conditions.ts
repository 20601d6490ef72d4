import { commonConditions, type CommonConditions } from '@errata/system/simulator';
import type { Chaos } from './chaos.js';

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
