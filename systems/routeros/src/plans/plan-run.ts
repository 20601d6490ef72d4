import type { Fleet } from '../device/fleet.js';
import type { Device } from '../registry/device.js';
import type { FailureTeller } from './failure-teller.js';
import type { Hold } from './hold.js';
import type { Change, ChangeKind, Wanted } from './kinds/index.js';

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
