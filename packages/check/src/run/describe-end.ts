import type { Clock } from '../clock.js';
import { tellingLine } from '../wire/last-words.js';
import type { LinkProcess } from '../wire/peer.js';

/** Milliseconds between the end of its output and that of the process. */
const PATIENCE = 500;

/** How a process ended, in a few words. */
export async function describeEnd({ exited, stderr }: LinkProcess, clock: Clock): Promise<string> {
  const over = new AbortController();
  const status = await Promise.race([exited, clock.sleep(PATIENCE, over.signal)]);
  over.abort('over'); // a reason of ours: without one an exception would be made
  if (status === undefined) return 'it closed its output';
  const words = tellingLine(stderr());
  const ended = typeof status === 'number' ? `ended with ${status}` : `was ended by ${status}`;
  return `it ${ended}${words === undefined ? '' : `; its last words: ${words}`}`;
}
