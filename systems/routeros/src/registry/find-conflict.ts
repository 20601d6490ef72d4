import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';
import type { Kysely } from '@errata/store';
import type { RouterosDatabase } from '../database/index.js';

export interface Claim {
  /** Of a device that is to be added. */
  readonly id?: string;
  readonly name?: string;
  readonly cause: unknown;
}

/** The fault for a device whose id or name another one has; undefined if none has it any more. */
export async function findConflict(
  db: Kysely<RouterosDatabase>,
  { id, name, cause }: Claim,
): Promise<Fault | undefined> {
  if (id !== undefined && (await exists(db, 'id', id)) !== undefined) {
    return routeros.CONFLICT(
      { device_id: id, existing_device_id: id },
      {
        details: `Device with id '${id}' already exists`,
        suggestion: `Choose another id, or use the existing device '${id}'`,
        cause,
      },
    );
  }
  const existing = name === undefined ? undefined : await exists(db, 'name', name);
  if (name === undefined || existing === undefined) return undefined;
  return routeros.CONFLICT({ device_name: name, existing_device_id: existing }, { cause });
}

async function exists(db: Kysely<RouterosDatabase>, column: 'id' | 'name', value: string) {
  const row = await db
    .selectFrom('devices')
    .select('id')
    .where(column, '=', value)
    .executeTakeFirst();
  return row?.id;
}
