import process from 'node:process';
import type { ProgressLine } from '../../output/progress-line.js';
import type { Terminal } from '../../terminal.js';
import { untilInterrupted } from '../../until-interrupted.js';

/** Work that a signal ends, and the process with it. */
export async function untilEnded<T>(
  line: ProgressLine,
  { err }: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { value, interrupted } = await untilInterrupted((signal) =>
    work(signal).then(
      (result) => ({ result }),
      (error: unknown) => {
        const aborted = signal.aborted && error instanceof Error && error.name === 'AbortError';
        if (!aborted) throw error;
        return undefined;
      },
    ),
  );
  if (value !== undefined) return value.result;
  line.clear();
  err('errata: interrupted; nothing was judged to the end, and nothing is reported\n');
  return process.exit(interrupted);
}
