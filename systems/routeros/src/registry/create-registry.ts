import { raiseDeviceNotFound } from '@errata/catalogs/routeros';
import type { Redactor } from '@errata/core/fault';
import { uniqueViolation, type Store } from '@errata/store';
import type { RouterosDatabase } from '../database/index.js';
import { createCredentialStore } from './credential-store.js';
import { DEVICE_DEFAULTS, type Device } from './device.js';
import { besideHidden, fromRow, toPartialRow, toRow } from './device-row.js';
import { findConflict, type Claim } from './find-conflict.js';
import type { Registry } from './registry.js';
import { requireCarriable, requireUsable } from './require-usable.js';
import type { Vault } from './vault.js';

const VERSION_LENGTH = 50;

export interface RegistryOptions {
  readonly store: Store<RouterosDatabase>;
  readonly vault: Vault;
  /** Learns every password that is read or written, and never forgets one. */
  readonly redactor?: Redactor;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The registry in a database. */
export function createRegistry({
  store,
  vault,
  redactor,
  now = Date.now,
}: RegistryOptions): Registry {
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
        // Somebody has it: next time the search finds them, or they are hidden.
        stored = besideHidden(name, id);
      }
    }
  };

  const add: Registry['add'] = async (device, credentials, sees = () => true) => {
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

  const update: Registry['update'] = async (id, changes, credentials, sees = () => true) => {
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
    async list({ environment, flag, tag } = {}) {
      let query = db.selectFrom('devices').selectAll();
      if (environment !== undefined) query = query.where('environment', '=', environment);
      if (flag !== undefined) query = query.where(flag, '=', 1);
      const devices = (await query.execute()).map(fromRow);
      // Sorted here: what comes first is a matter of locale in PostgreSQL.
      return devices
        .filter(({ tags }) => tag === undefined || tags.includes(tag))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async remove(id) {
      const { numDeletedRows } = await db
        .deleteFrom('devices')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) missing(id);
    },
    async credentials(id) {
      return (await secrets.read(db, id)) ?? missing(id);
    },
    async username(id) {
      return (await secrets.username(db, id)) ?? missing(id);
    },
    async rotate(id, credentials) {
      requireCarriable(credentials);
      if (!(await secrets.replace(db, id, credentials))) missing(id);
    },
    async noteVersion(id, said) {
      const version = said.replace(/[^\x21-\x7e]+/g, '').slice(0, VERSION_LENGTH);
      await db
        .updateTable('devices')
        .set({ routeros_version: version })
        .where('id', '=', id)
        // It is told with every connection, and hardly ever news.
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
