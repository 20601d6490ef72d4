import type { Bit, DevicesTable } from '../database/index.js';
import { CAPABILITY_FLAGS, type CapabilityFlag, type Device } from './device.js';

/** A device as the database keeps it. */
export function toRow(device: Device): DevicesTable {
  return { ...device, tags: JSON.stringify(device.tags), ...toBits(device) };
}

/** Some members of a device as the database keeps them. */
export function toPartialRow({ tags, ...changes }: Partial<Device>): Partial<DevicesTable> {
  return {
    ...changes,
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...toBits(changes),
  } as Partial<DevicesTable>;
}

/** The database keeps every name once. Where a hidden device has it already, the id behind it makes it another one. */
const BEHIND = '\u001f';

/** A name as it is stored beside the same one of a hidden device. */
export function besideHidden(name: string, id: string): string {
  return `${name}${BEHIND}${id}`;
}

/** The name as people gave it. */
export function shownName(stored: string): string {
  return stored.split(BEHIND, 1)[0]!;
}

/** The device in a row. */
export function fromRow(row: DevicesTable): Device {
  const flags = CAPABILITY_FLAGS.map((flag) => [flag, row[flag] === 1]);
  const name = shownName(row.name);
  return {
    ...row,
    name,
    tags: JSON.parse(row.tags) as string[],
    ...Object.fromEntries(flags),
  } as Device;
}

function toBits(device: Partial<Device>): Record<CapabilityFlag, Bit> {
  const said = CAPABILITY_FLAGS.filter((flag) => device[flag] !== undefined);
  return Object.fromEntries(said.map((flag) => [flag, device[flag] ? 1 : 0])) as Record<
    CapabilityFlag,
    Bit
  >;
}
