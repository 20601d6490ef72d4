import type { Redactor } from '@errata/core';
import type { Kysely, Store } from '@errata/store';
import type { RouterosDatabase } from '../database/open-database.js';
import type { Credentials } from './device.js';
import type { Vault } from './vault.js';

const KIND = 'routeros_rest';

interface CredentialStoreOptions {
  readonly vault: Vault;
  readonly redactor?: Redactor;
  readonly time: () => string;
}

type Database = Kysely<RouterosDatabase>;

/** The credentials of devices: sealed in the database, and known to the redactor before anybody has them. */
interface CredentialStore {
  insert(db: Database, deviceId: string, credentials: Credentials): Promise<void>;
  username(db: Database, deviceId: string): Promise<string | undefined>;
  read(db: Database, deviceId: string): Promise<Credentials | undefined>;
  /** Whether there was something to replace. */
  replace(db: Database, deviceId: string, credentials: Credentials): Promise<boolean>;
}

export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
  const { vault, redactor, time } = options;
  const known = new Set<string>();

  // Telling the redactor again what it knows would make it search everything anew.
  const protect = ({ username, password }: Credentials) => {
    // As it stands in the header of every request; a secret is found with and without its padding.
    const basic = Buffer.from(`${username}:${password}`).toString('base64').replace(/=+$/, '');
    for (const secret of [password, basic]) {
      if (redactor === undefined || known.has(secret)) continue;
      redactor.addSecret(secret);
      known.add(secret);
    }
  };

  const seal = (deviceId: string, credentials: Credentials) => {
    const { username, password } = credentials;
    protect(credentials);
    return { username, sealed: vault.seal(password, deviceId), updated_at: time() };
  };

  return {
    async insert(db, deviceId, credentials) {
      await db
        .insertInto('credentials')
        .values({ device_id: deviceId, kind: KIND, ...seal(deviceId, credentials) })
        .execute();
    },
    async username(db, deviceId) {
      const row = await db
        .selectFrom('credentials')
        .select('username')
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return row?.username;
    },
    async read(db, deviceId) {
      const row = await db
        .selectFrom('credentials')
        .select(['username', 'sealed'])
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const credentials = { username: row.username, password: vault.open(row.sealed, deviceId) };
      protect(credentials);
      return credentials;
    },
    async replace(db, deviceId, credentials) {
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set(seal(deviceId, credentials))
        .where('device_id', '=', deviceId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** How many devices have credentials in the database: without the key that sealed them, they are lost. */
export async function countCredentials({
  db,
}: Pick<Store<RouterosDatabase>, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
