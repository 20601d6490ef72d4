import type { LinkProcess } from './peer.js';

const LONGEST = 500;

/** How a process ended that had nothing to say, and what it wrote to standard error, as one sentence. */
export async function lastWords({ exited, stderr }: LinkProcess): Promise<string> {
  const how = await exited;
  // The lines of a stack say less than the one above them.
  const words = stderr()
    .replaceAll(/^\s+at .*\n?/gm, '')
    .trim()
    .slice(-LONGEST);
  return `the server ended with ${how} before it answered anything${words === '' ? '' : `; its last words: ${words}`}`;
}
