import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';
import type { Kysely } from '@errata/store';
import type { RouterosDatabase } from '../database/index.js';
import { shownName } from './device-row.js';
import type { Sees } from './registry.js';

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
