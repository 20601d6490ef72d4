import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { KEY_BYTES, parseKey } from './credential-store.js';

const KEY_VARIABLE = 'ERRATA_ROUTEROS_KEY';

export interface KeySource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used where the environment has no key. */
  readonly keyFile: string;
  /** Whether a key is made where there is none; not to be done where something is sealed with one already. */
  readonly create?: boolean;
  /** How many devices have credentials that are sealed with it. */
  readonly sealed?: number;
}

/** The key under which credentials are kept. */
export function loadKey({ env, keyFile, create = true, sealed }: KeySource): Uint8Array {
  const given = env[KEY_VARIABLE];
  if (given === undefined) {
    const kept = readKeyFile(keyFile);
    if (kept !== undefined) return kept;
    if (create) return createKeyFile(keyFile);
    throw keyLost(keyFile, sealed);
  }
  const key = parseKey(given);
  if (key === undefined) {
    throw new Error(
      `${KEY_VARIABLE} has to be 32 bytes in base64 or hex, such as \`openssl rand -base64 32\` prints.`,
    );
  }
  return key;
}

function keyLost(keyFile: string, sealed: number | undefined): Error {
  const owners = sealed === undefined ? 'devices' : sealed === 1 ? '1 device' : `${sealed} devices`;
  return new Error(
    `There is no key file ${keyFile} and no ${KEY_VARIABLE}, but the database has credentials of ${owners} that are sealed with that key. ` +
      'Put the key back. If it is lost, make another one with: ' +
      `head -c 32 /dev/urandom > ${keyFile} && chmod 600 ${keyFile} ` +
      'and give the password of each device again with registry/rotate-credentials.',
  );
}

/** The key in a file; undefined without a file. Refused if others could have read or written it. */
export function readKeyFile(path: string): Uint8Array | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const { mode, size } = assertRegular(path, fstatSync(file));
    // First: a user who named another file by mistake must not be advised to change its mode.
    if (size !== KEY_BYTES) {
      throw new Error(
        `The key file ${path} has ${size} bytes instead of ${KEY_BYTES}: it is no key.`,
      );
    }
    if ((mode & 0o077) !== 0) {
      const shown = (mode & 0o777).toString(8);
      throw new Error(
        `The key file ${path} is open to others (mode ${shown}). Close it with: chmod 600 ${path}`,
      );
    }
    return new Uint8Array(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

/** Make a key and keep it. If another process does so at the same moment, both use the same key. */
export function createKeyFile(path: string): Uint8Array {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Under another name until it is complete: the file is never found half written.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  writeFileSync(draft, key, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const theirs = readKeyFile(path);
    if (theirs === undefined) throw error;
    return theirs;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(folder);
  return key;
}

/** Without waiting for the other end of a pipe, and without following a link to another file. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ELOOP') || hasCode(error, 'ENXIO')) throw notRegular(path, error);
    throw error;
  }
}

function assertRegular<S extends { isFile(): boolean }>(path: string, stats: S): S {
  if (!stats.isFile()) throw notRegular(path);
  return stats;
}

function notRegular(path: string, cause?: unknown): Error {
  return new Error(`The key file ${path} is not a regular file.`, { cause });
}

/** A key that is lost with the power takes every credential with it. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}
