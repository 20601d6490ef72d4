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

/** The device in a row. */
export function fromRow(row: DevicesTable): Device {
  const flags = CAPABILITY_FLAGS.map((flag) => [flag, row[flag] === 1]);
  return { ...row, tags: JSON.parse(row.tags) as string[], ...Object.fromEntries(flags) } as Device;
}

function toBits(device: Partial<Device>): Record<CapabilityFlag, Bit> {
  const said = CAPABILITY_FLAGS.filter((flag) => device[flag] !== undefined);
  return Object.fromEntries(said.map((flag) => [flag, device[flag] ? 1 : 0])) as Record<
    CapabilityFlag,
    Bit
  >;
}
