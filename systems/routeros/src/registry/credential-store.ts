import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Redactor } from '@errata/core';
import type { Kysely, Store } from '@errata/store';
import type { RouterosDatabase } from '../database/open-database.js';
import type { Credentials } from './device.js';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets so that only the holder of the key can read them, and only if they belong. */
export interface Vault {
  /** The context, a device id, is sealed in: under another one the text cannot be opened. */
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
  /** A key of 32 bytes for another purpose; from it nothing follows for this one. */
  derive(purpose: string): Uint8Array;
}

/** A vault under a key of 32 bytes. */
export function createVault(key: Uint8Array): Vault {
  if (key.length !== KEY_BYTES) throw new TypeError(`A vault needs a key of ${KEY_BYTES} bytes.`);
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', key, '', `errata/routeros/${purpose}`, KEY_BYTES));
  const sealing = derive('seal');
  return {
    derive,
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const body = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${Buffer.concat(body).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, body] = sealed.split('.');
      if (version !== VERSION || body === undefined) {
        throw unreadable(context, 'they are not in a form that this version knows');
      }
      try {
        return decrypt(sealing, Buffer.from(body, 'base64url'), context);
      } catch {
        // OpenSSL has no more to say than that it failed.
        throw unreadable(
          context,
          'they were sealed with another key, or changed in the database. Usually the key file or ' +
            'ERRATA_ROUTEROS_KEY is not the one that this database was used with before',
        );
      }
    },
  };
}

function decrypt(key: Uint8Array, bytes: Buffer, context: string): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function unreadable(deviceId: string, why: string): Error {
  return new Error(`The credentials of device '${deviceId}' cannot be opened: ${why}.`);
}

export const KEY_BYTES = 32;

/** 32 bytes from hex or base64; undefined if it is anything else. */
export function parseKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return new Uint8Array(Buffer.from(trimmed, 'hex'));
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return undefined;
  return new Uint8Array(Buffer.from(trimmed, 'base64'));
}

const KIND = 'routeros_rest';

interface CredentialStoreOptions {
  readonly vault: Vault;
  readonly redactor?: Redactor;
  readonly time: () => string;
}

type Database = Kysely<RouterosDatabase>;

/** The credentials of devices: sealed in the database, and known to the redactor before they are used. */
export function createCredentialStore(options: CredentialStoreOptions) {
  const { vault, redactor, time } = options;
  const known = new Set<string>();

  // Telling the redactor again what it knows would make it search everything anew.
  const protect = ({ username, password }: Credentials) => {
    // As in the header of every request; a secret is found with and without its padding.
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
    async insert(db: Database, deviceId: string, credentials: Credentials): Promise<void> {
      await db
        .insertInto('credentials')
        .values({ device_id: deviceId, kind: KIND, ...seal(deviceId, credentials) })
        .execute();
    },
    async username(db: Database, deviceId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('credentials')
        .select('username')
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return row?.username;
    },
    async read(db: Database, deviceId: string): Promise<Credentials | undefined> {
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
    /** Whether there was something to replace. */
    async replace(db: Database, deviceId: string, credentials: Credentials): Promise<boolean> {
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
