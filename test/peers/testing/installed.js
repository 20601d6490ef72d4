import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const peersFolder = fileURLToPath(new URL('..', import.meta.url));

const stamp = `${peersFolder}node_modules/.installed-from`;

/** Whether what is in node_modules was installed from the lock as it is now. */
export function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest();
}

/** Remembers the lock that node_modules was just installed from. */
export function markInstalled() {
  writeFileSync(stamp, lockDigest());
}

function lockDigest() {
  const lock = readFileSync(`${peersFolder}package-lock.json`);
  return createHash('sha256').update(lock).digest('hex');
}
