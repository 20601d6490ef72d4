import { X509Certificate } from 'node:crypto';
import { raiseDeviceNotFound, routeros } from '@errata/catalogs/routeros';
import type { Fault, Redactor } from '@errata/core';
import { type Kysely, type Store, uniqueViolation } from '@errata/store';
import type { Bit, DevicesTable, RouterosDatabase } from '../database/open-database.js';
import { expectedAddress } from '../device/management-address.js';
import { createCredentialStore, type Vault } from './credential-store.js';
import {
  CAPABILITY_FLAGS,
  type CapabilityFlag,
  type Credentials,
  type Device,
  DEVICE_DEFAULTS,
  type Environment,
} from './device.js';

/** A device as the database keeps it. */
function toRow(device: Device): DevicesTable {
  return { ...device, tags: JSON.stringify(device.tags), ...toBits(device) };
}

/** Some members of a device as the database keeps them. */
function toPartialRow({ tags, ...changes }: Partial<Device>): Partial<DevicesTable> {
  return {
    ...changes,
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...toBits(changes),
  } as Partial<DevicesTable>;
}

/** The database keeps every name once. Where a hidden device has it already, the id behind it makes it another one. */
const BEHIND = '\u001f';

/** A name as it is stored beside the same one of a hidden device. */
function besideHidden(name: string, id: string): string {
  return `${name}${BEHIND}${id}`;
}

/** The name as people gave it. */
function shownName(stored: string): string {
  return stored.split(BEHIND, 1)[0]!;
}

/** The device in a row. */
function fromRow(row: DevicesTable): Device {
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
  const given = CAPABILITY_FLAGS.filter((flag) => device[flag] !== undefined);
  return Object.fromEntries(given.map((flag) => [flag, device[flag] ? 1 : 0])) as Record<
    CapabilityFlag,
    Bit
  >;
}

interface Claim {
  readonly id: string;
  readonly name: string | undefined;
  /** Whether the device is to be added. */
  readonly isNew: boolean;
  readonly sees: Sees;
}

/** The fault for a device whose id or name another one has that the caller may see; undefined if none has. */
async function findConflict(
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

const VERSION_LENGTH = 50;

interface RegistryOptions {
  readonly store: Store<RouterosDatabase>;
  readonly vault: Vault;
  /** Learns every password that is read or written, and never forgets one. */
  readonly redactor?: Redactor;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface DeviceFilter {
  readonly environment?: Environment;
  readonly tag?: string;
  /** Only devices with this flag on. */
  readonly flag?: CapabilityFlag;
}

type Optional = Exclude<
  keyof Device,
  'id' | 'name' | 'management_address' | 'routeros_version' | 'created_at' | 'updated_at'
>;

/** What is said of a device that is registered; the rest has defaults. */
export type NewDevice = Pick<Device, 'id' | 'name' | 'management_address'> &
  Partial<Pick<Device, Optional>>;

export type DeviceChanges = Partial<Omit<NewDevice, 'id'>>;

/**
 * Which devices the caller may see; all of them by default. A name is taken where one of these has it: a CONFLICT with any
 * other would tell of a device that is hidden from the caller.
 */
export type Sees = (deviceId: string) => boolean;

export type DeviceRegistry = ReturnType<typeof createRegistry>;

/** The devices that this service knows, and how to sign in to them, in a database. */
export function createRegistry({ store, vault, redactor, now = Date.now }: RegistryOptions) {
  const { db } = store;
  const time = () => new Date(now()).toISOString();
  const secrets = createCredentialStore({ vault, time, ...(redactor && { redactor }) });

  const find = async (id: string): Promise<Device | undefined> => {
    const row = await db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst();
    return row && fromRow(row);
  };

  /** Write a row under its name, or beside the same name of a device that the caller may not see. Of two at once, one wins. */
  const underName = async <T>(claim: Claim, write: (name: string | undefined) => Promise<T>) => {
    const { id, name } = claim;
    for (let stored = name; ;) {
      const conflict = await findConflict(db, claim);
      if (conflict !== undefined) throw conflict;
      try {
        return await write(stored);
      } catch (error) {
        if (uniqueViolation(error) === undefined || name === undefined) throw error;
        // The name is taken: the next search finds its device, or that is hidden.
        stored = besideHidden(name, id);
      }
    }
  };

  /** Throws CONFLICT where the id or the name is taken, VALIDATION_ERROR where no connection could be made with it. */
  const add = async (
    device: NewDevice,
    credentials: Credentials,
    sees: Sees = () => true,
  ): Promise<Device> => {
    requireUsable(device);
    requireCarriable(credentials);
    const at = time();
    const added: Device = {
      ...DEVICE_DEFAULTS,
      routeros_version: null,
      ...device,
      created_at: at,
      updated_at: at,
    };
    const { id, name } = added;
    await underName({ id, name, isNew: true, sees }, (stored = name) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('devices')
          .values(toRow({ ...added, name: stored }))
          .execute();
        await secrets.insert(trx, id, credentials);
      }),
    );
    return added;
  };

  /** Other credentials are stored with the changes, or neither is. Throws NOT_FOUND, CONFLICT or VALIDATION_ERROR. */
  const update = async (
    id: string,
    changes: DeviceChanges,
    credentials?: Credentials,
    sees: Sees = () => true,
  ): Promise<Device> => {
    requireUsable(changes);
    if (credentials !== undefined) requireCarriable(credentials);
    const row = { ...toPartialRow(changes), updated_at: time() };
    return underName({ id, name: changes.name, isNew: false, sees }, (name) =>
      db.transaction().execute(async (trx) => {
        const updated = await trx
          .updateTable('devices')
          .set({ ...row, ...(name !== undefined && { name }) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (updated === undefined) return missing(id);
        if (credentials !== undefined) await secrets.replace(trx, id, credentials);
        return fromRow(updated);
      }),
    );
  };

  return {
    find,
    add,
    update,
    /** In order of their ids. */
    async list({ environment, flag, tag }: DeviceFilter = {}): Promise<readonly Device[]> {
      let query = db.selectFrom('devices').selectAll();
      if (environment !== undefined) query = query.where('environment', '=', environment);
      if (flag !== undefined) query = query.where(flag, '=', 1);
      const devices = (await query.execute()).map(fromRow);
      // Sorted here: what comes first is a matter of locale in PostgreSQL.
      return devices
        .filter(({ tags }) => tag === undefined || tags.includes(tag))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    /** The credentials go with it. Throws NOT_FOUND. */
    async remove(id: string) {
      const { numDeletedRows } = await db
        .deleteFrom('devices')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) missing(id);
    },
    /** The credentials in clear; they are registered with the redactor on the way. */
    async credentials(id: string): Promise<Credentials> {
      return (await secrets.read(db, id)) ?? missing(id);
    },
    /** Whom the service signs in as; readable without the key. */
    async username(id: string): Promise<string> {
      return (await secrets.username(db, id)) ?? missing(id);
    },
    async rotate(id: string, credentials: Credentials) {
      requireCarriable(credentials);
      if (!(await secrets.replace(db, id, credentials))) missing(id);
    },
    /** Remember what a device says of its version, as far as it can be listed. */
    async noteVersion(id: string, reported: string) {
      const version = reported.replace(/[^\x21-\x7e]+/g, '').slice(0, VERSION_LENGTH);
      await db
        .updateTable('devices')
        .set({ routeros_version: version })
        .where('id', '=', id)
        // It comes with every connection, and hardly ever changes.
        .where(({ eb, or }) =>
          or([eb('routeros_version', 'is', null), eb('routeros_version', '!=', version)]),
        )
        .execute();
    },
  };
}

function missing(id: string): never {
  return raiseDeviceNotFound(id, { suggestion: 'Use registry/list to see all available devices' });
}

/** Throws VALIDATION_ERROR for a record that no connection could be made with. */
function requireUsable({ management_address, tls_ca }: DeviceChanges): void {
  if (management_address !== undefined) requireAddress(management_address);
  if (tls_ca !== undefined && tls_ca !== null) requireCertificate(tls_ca);
}

/** Throws VALIDATION_ERROR for a name that cannot be signed in with. */
function requireCarriable({ username }: Credentials): void {
  if (!username.includes(':')) return;
  throw refused('username', 'A name without a colon', {
    details: 'A username with a colon cannot be signed in with: HTTP ends the name there',
  });
}

function requireAddress(address: string): void {
  const expected = expectedAddress(address);
  if (expected === undefined) return;
  throw refused('management_address', expected, {
    details: `management_address is no address of a device: expected ${expected}`,
  });
}

function requireCertificate(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw refused('tls_ca', 'A certificate in PEM form', {
      details: 'tls_ca is not a certificate in PEM form',
      cause,
    });
  }
}

function refused(
  field: string,
  expected: string,
  options: { readonly details: string; readonly cause?: unknown },
) {
  return routeros.VALIDATION_ERROR({ field, expected }, { ...options, effect: 'none' });
}
