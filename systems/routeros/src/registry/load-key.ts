import { parseKey } from './parse-key.js';
import { createKeyFile, readKeyFile } from './key-file.js';

export const KEY_VARIABLE = 'ERRATA_ROUTEROS_KEY';

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
  const whose = sealed === undefined ? 'devices' : sealed === 1 ? '1 device' : `${sealed} devices`;
  return new Error(
    `There is no key file ${keyFile} and no ${KEY_VARIABLE}, but the database has credentials of ${whose} that are sealed with that key. ` +
      'Put the key back. If it is lost, make another one with: ' +
      `head -c 32 /dev/urandom > ${keyFile} && chmod 600 ${keyFile} ` +
      'and give the password of each device again with registry/rotate-credentials.',
  );
}
