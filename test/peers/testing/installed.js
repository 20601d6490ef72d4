import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const peersFolder = fileURLToPath(new URL('..', import.meta.url));

/** Folders with a lock of their own. */
export const FOLDERS = {
  peers: { folder: peersFolder, what: 'about 340 packages, 360 MB' },
  registry: {
    folder: fileURLToPath(new URL('../../registry/', import.meta.url)),
    what: 'about 330 packages, 680 MB',
  },
};

/**
 * Whether what is in node_modules was installed from the lock as it is now.
 * @param {string} folder
 */
export function isInstalled(folder) {
  return existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === digestOf(folder);
}

/**
 * Remembers the lock that node_modules was just installed from.
 * @param {string} folder
 */
export function markInstalled(folder) {
  writeFileSync(stampOf(folder), digestOf(folder));
}

/** @param {string} folder */
const stampOf = (folder) => `${folder}node_modules/.installed-from`;

/** @param {string} folder */
function digestOf(folder) {
  const lock = readFileSync(`${folder}package-lock.json`);
  return createHash('sha256').update(lock).digest('hex');
}
