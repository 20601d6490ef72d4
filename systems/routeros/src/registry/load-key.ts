import { parseKey } from './parse-key.js';
import { createKeyFile, readKeyFile } from './key-file.js';

export const KEY_VARIABLE = 'ERRATA_ROUTEROS_KEY';

export interface KeySource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used where the environment has no key; made where it does not exist. */
  readonly keyFile: string;
}

/** The key under which credentials are kept. */
export function loadKey({ env, keyFile }: KeySource): Uint8Array {
  const given = env[KEY_VARIABLE];
  if (given === undefined) return readKeyFile(keyFile) ?? createKeyFile(keyFile);
  const key = parseKey(given);
  if (key === undefined) {
    throw new Error(
      `${KEY_VARIABLE} has to be 32 bytes in base64 or hex, such as \`openssl rand -base64 32\` prints.`,
    );
  }
  return key;
}
