/** How OpenMemory answers what it does not mean: a text that is no JSON, or `success: false` without a reason. */
export const NONSENSE = ['text', 'failure'] as const;

export type Nonsense = (typeof NONSENSE)[number];

/** What is wrong with OpenMemory at the moment. */
export interface Conditions {
  /** Milliseconds before each answer. */
  delay: number;
  failWith: number | undefined;
  nonsense: Nonsense | undefined;
  cutBodies: boolean;
}

export const wellBehaved = (): Conditions => ({
  delay: 0,
  failWith: undefined,
  nonsense: undefined,
  cutBodies: false,
});
