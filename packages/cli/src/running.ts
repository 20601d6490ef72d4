import type { ExitCode } from './perform.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** Something that has started; it ends by itself, or never where only a signal ends it. */
export interface Started {
  readonly ended: Promise<unknown> | undefined;
}

/** Start something that goes on, and wait for its end. What keeps it from starting is told in a sentence. */
export async function running(
  terminal: Terminal,
  start: () => Promise<Started>,
): Promise<ExitCode> {
  let started: Started;
  try {
    started = await start();
  } catch (error) {
    // Settings that make no sense are the caller's; a database that is down is nobody's mistake here.
    if (error instanceof TypeError) throw new UsageError(error.message);
    terminal.err(`errata: ${explain(error)}\n`);
    return 1;
  }
  await (started.ended ?? new Promise(() => undefined));
  return 0;
}

function explain(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // A refused connection to two addresses at once has no words of its own.
  const said = message === '' ? (code ?? String(error)) : message;
  return said.split('\n', 1)[0]!;
}
