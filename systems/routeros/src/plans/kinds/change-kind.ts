import type { z } from 'zod';
import type { Router, Row } from '../../device/fleet.js';
import type { CapabilityFlag } from '../../registry/device.js';
import type { PlanKind } from '../plan.js';

/** What a device had where the change is made. Stored before the first write. */
export type Snapshot = Readonly<Record<string, Row | readonly Row[] | string | null>>;

/** One change on one device: what is wanted, and the plan that wants it. */
export interface Wanted<Change> {
  readonly change: Change;
  readonly planId: string;
}

/** How one kind of change is checked, made, looked at and taken back. Each step looks at the device, so it can be repeated. */
export interface ChangeKind<Change> {
  readonly kind: PlanKind;
  readonly schema: z.ZodType<Change>;
  /** The members that a change of this kind may have. */
  readonly members: readonly string[];
  /** The flag that a device needs beside the one of the tier. */
  readonly flag?: CapabilityFlag;
  /** On how many devices the change makes sense at once, where that is not any number. */
  mostDevices?(change: Change): number | undefined;
  /** What is wanted, in a few words. */
  describe(change: Change): string;
  /** Throws where the change is unsafe or does not fit the device. Changes nothing. */
  check(router: Router, change: Change): Promise<void>;
  snapshot(router: Router, wanted: Wanted<Change>): Promise<Snapshot>;
  apply(router: Router, wanted: Wanted<Change>, before: Snapshot): Promise<void>;
  /** What the device has now. Throws where the change is not there. */
  verify(router: Router, wanted: Wanted<Change>, before: Snapshot): Promise<Snapshot>;
  /** What keeps the change from its effect on the device, made or not: `it never matches: …`. Undefined where nothing does. */
  warn?(router: Router, wanted: Wanted<Change>): Promise<string | undefined>;
  /** What has to be done to have back what was there before. Empty where the device has it. */
  undo(router: Router, wanted: Wanted<Change>, before: Snapshot): Promise<readonly UndoStep[]>;
}

/** One write that puts something back: what is not as it was, how it should be, and how it is. */
export interface UndoStep {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  run(): Promise<unknown>;
}
