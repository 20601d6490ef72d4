import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from './table.js';
import { badRequest } from './trap.js';

/** What RouterOS grants to one REST request. */
const SESSION_SECONDS = 60;

/**
 * A command that takes so many seconds. Time inside commands passes at once, so that nobody waits for
 * pings; only what would outlast its session really waits, and ends as it does on a router.
 */
export async function runOut(seconds: number, { signal, sessionCap }: Call): Promise<void> {
  if (seconds < SESSION_SECONDS) return;
  await wait(sessionCap, undefined, { signal });
  throw badRequest('Session closed');
}
