import { constants } from 'node:os';
import process from 'node:process';
import type { ProgressLine } from '../../output/progress-line.js';
import type { Terminal } from '../../terminal.js';
import { untilInterrupted } from '../../until-interrupted.js';

/** Work that a signal ends, and the process with it: 130 after Ctrl-C, 143 after a polite request to end. */
export async function untilEnded<T>(
  line: ProgressLine,
  { err }: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let by: 'SIGINT' | 'SIGTERM' = 'SIGINT';
  const note = (name: NodeJS.Signals): void => void (by = name === 'SIGTERM' ? name : 'SIGINT');
  process.once('SIGTERM', note);
  try {
    return await untilInterrupted(work);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    line.clear();
    err('errata: interrupted; nothing was judged to the end, and nothing is reported\n');
    return process.exit(128 + constants.signals[by]);
  } finally {
    process.off('SIGTERM', note);
  }
}
