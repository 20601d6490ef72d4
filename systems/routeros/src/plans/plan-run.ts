import type { Fleet } from '../device/fleet.js';
import type { Device } from '../registry/device.js';
import type { FailureTeller } from './failure-teller.js';
import { HoldLost, type Hold } from './hold.js';
import type { ChangeKind, Wanted } from './kinds/change-kind.js';
import type { Change } from './kinds/change-kinds.js';
import type { PlanStatus } from './plan.js';

/** One execution of a plan: what is wanted, and by what right. */
export interface PlanRun extends FailureTeller {
  readonly kind: ChangeKind<Change>;
  readonly wanted: Wanted<Change>;
  readonly hold: Hold;
  readonly fleet: Pick<Fleet, 'connect'>;
}

/** A device, and what it had before the plan came. */
export interface Changed<Before> {
  readonly device: Device;
  readonly before: Before;
}

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
