import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import type { Kysely } from '@errata/store';
import type { Bit, DevicesTable, RouterosDatabase } from '../database/open-database.js';
import { CAPABILITY_FLAGS, type CapabilityFlag, type Device } from './device.js';
import type { Sees } from './registry.js';

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
function shownName(stored: string): string {
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

export interface Claim {
  readonly id: string;
  readonly name: string | undefined;
  /** Whether the device is to be added. */
  readonly isNew: boolean;
  readonly sees: Sees;
}

/** The fault for a device whose id or name another one has that the caller may see; undefined where none has. */
export async function findConflict(
  db: Kysely<RouterosDatabase>,
  { id, name, isNew, sees }: Claim,
): Promise<Fault | undefined> {
  const devices = await db.selectFrom('devices').select(['id', 'name']).execute();
  if (isNew && devices.some((device) => device.id === id)) {
    return routeros.CONFLICT(
      { device_id: id, existing_device_id: id },
      {
        details: `Device with id '${id}' already exists`,
        suggestion: `Choose another id, or use the existing device '${id}'`,
      },
    );
  }
  const holder = devices.find(
    (device) => device.id !== id && shownName(device.name) === name && sees(device.id),
  );
  if (name === undefined || holder === undefined) return undefined;
  return routeros.CONFLICT({ device_name: name, existing_device_id: holder.id });
}
