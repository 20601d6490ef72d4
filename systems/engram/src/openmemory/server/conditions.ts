import { commonConditions, type CommonConditions } from '@errata/system/simulator';

/** How OpenMemory answers what it does not mean: a text that is no JSON, or `success: false` without a reason. */
export const NONSENSE = ['text', 'failure'] as const;

export type Nonsense = (typeof NONSENSE)[number];

/** What is wrong with OpenMemory at the moment. */
export interface Conditions extends CommonConditions {
  nonsense: Nonsense | undefined;
}

export const wellBehaved = (): Conditions => ({
  ...commonConditions(),
  nonsense: undefined,
});
