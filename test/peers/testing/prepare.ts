import { FOLDERS, isInstalled } from './installed.js';

/** A missing peer is a failure: a suite that skips itself proves nothing. */
export function setup(): void {
  for (const [name, { folder }] of Object.entries(FOLDERS)) {
    if (isInstalled(folder)) continue;
    throw new Error(
      `${name}: not installed as its lock says: run node test/peers/install.js first`,
    );
  }
}
