import { HoldLost } from './hold.js';
import type { PlanStatus } from './plan.js';
import type { PlanRun } from './plan-run.js';

/** What is said beside a failure where the database does not know of it. */
export const NOT_WRITTEN = '; the database does not know this, because it could not be written';

/** Write the last status of a plan that did not end well; false where the database did not take it. */
export async function endBadly(
  { hold }: PlanRun,
  status: PlanStatus,
  failure: string,
): Promise<boolean> {
  try {
    await hold.finish(status, failure);
    return true;
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    return false; // What became of the devices matters more, and whoever asked is told both.
  }
}
