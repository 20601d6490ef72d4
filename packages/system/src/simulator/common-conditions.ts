/** What can be wrong with any simulated service. */
export interface CommonConditions {
  /** Milliseconds before each answer. */
  delay: number;
  failWith: number | undefined;
  cutBodies: boolean;
}

/** Nothing is wrong. */
export const commonConditions = (): CommonConditions => ({
  delay: 0,
  failWith: undefined,
  cutBodies: false,
});
