import { z } from 'zod';
import type { Router, Row } from '../../device/fleet.js';
import type { CapabilityFlag } from '../../registry/device.js';
import { isAddress, parseCidr } from '../../safety/addresses.js';
import type { PlanKind } from '../plan.js';

/** What a device had where the change is made. Stored before the first write. */
export type DeviceSnapshot = Readonly<Record<string, Row | readonly Row[] | string | null>>;

/** One change on one device: what is wanted, and the plan that wants it. */
export interface WantedChange<Change> {
  readonly change: Change;
  readonly planId: string;
}

/** How one kind of change is checked, made, looked at and rolled back. Each step looks at the device, so it can be repeated. */
export interface ChangeKind<Change> {
  readonly kind: PlanKind;
  readonly schema: z.ZodType<Change>;
  /** The members that a change of this kind may have. */
  readonly members: readonly string[];
  /** The flag that a device needs beside the one of the tier. */
  readonly flag?: CapabilityFlag;
  /** On how many devices the change makes sense at once, if that is not any number. */
  mostDevices?(change: Change): number | undefined;
  /** What is wanted, in a few words. */
  describe(change: Change): string;
  /** Throws if the change is unsafe or does not fit the device. Changes nothing. */
  check(router: Router, change: Change): Promise<void>;
  snapshot(router: Router, wanted: WantedChange<Change>): Promise<DeviceSnapshot>;
  apply(router: Router, wanted: WantedChange<Change>, before: DeviceSnapshot): Promise<void>;
  /** What the device has now. Throws if the change is not there. */
  verify(
    router: Router,
    wanted: WantedChange<Change>,
    before: DeviceSnapshot,
  ): Promise<DeviceSnapshot>;
  /** What keeps the change from its effect on the device, made or not: `it never matches: …`. Undefined if nothing does. */
  warn?(router: Router, wanted: WantedChange<Change>): Promise<string | undefined>;
  /** What has to be done to have back what was there before. Empty if the device has it. */
  undo(
    router: Router,
    wanted: WantedChange<Change>,
    before: DeviceSnapshot,
  ): Promise<readonly UndoStep[]>;
}

/** One write that puts something back: what is not as it was, how it should be, and how it is. */
export interface UndoStep {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  run(): Promise<unknown>;
}

const NETWORK = 'Network in CIDR form without host bits (e.g., 192.0.2.0/24 or 2001:db8::/32)';

/** A network as a route has it: RouterOS would cut host bits off, and the route would not be found again. */
export const network = z
  .string()
  .refine((text) => text.includes('/') && hasNoHostBits(text), NETWORK);

/** What a rule matches: one address, or a network. */
export const addressOrNetwork = z
  .string()
  .refine(
    (text) => parseCidr(text) !== undefined,
    'IPv4 or IPv6 address or network (e.g., 192.0.2.1 or 192.0.2.0/24)',
  );

/** An address or a name. A last label of digits only is a mistyped address. */
export const serverName = z
  .string()
  .max(253)
  .refine(
    (text) =>
      isAddress(text) ||
      (/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text) && !/(?:^|\.)\d+$/.test(text)),
    'IP address or host name (e.g., 192.0.2.1 or pool.ntp.org)',
  );

export const comment = z
  .string()
  .max(100)
  // Spelled out: the pattern is published, and not every validator knows \p{Cc}.
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'One line of text')
  // Half of a surrogate pair would be another character on the device, and the mark would not be found again.
  .refine((text) => !/\p{Surrogate}/u.test(text), 'Text without halves of characters')
  .describe('A note on the device, after the mark of the plan');

function hasNoHostBits(text: string): boolean {
  const cidr = parseCidr(text);
  if (cidr === undefined) return false;
  const host = BigInt((cidr.family === 4 ? 32 : 128) - cidr.prefix);
  return (cidr.address >> host) << host === cidr.address;
}
