import type { Clock } from '../clock.js';
import type { LinkProcess } from '../wire/peer.js';

/** Milliseconds between the end of its output and that of the process. */
const PATIENCE = 500;

/** How a process ended, in a few words. */
export async function describeEnd({ exited }: LinkProcess, clock: Clock): Promise<string> {
  const over = new AbortController();
  const status = await Promise.race([exited, clock.sleep(PATIENCE, over.signal)]);
  over.abort('over'); // a reason of ours: without one an exception would be made
  if (status === undefined) return 'it closed its output';
  return typeof status === 'number' ? `it ended with ${status}` : `it was ended by ${status}`;
}
