import { isInstalled } from './installed.js';

/** A missing peer is a failure: a suite that skips itself proves nothing. */
export function setup(): void {
  if (!isInstalled()) {
    throw new Error(
      'The peers are not installed as their lock says: run node test/peers/install.js first',
    );
  }
}
