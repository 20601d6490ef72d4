import { isFault } from '@errata/core';
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
    const what = isOfDatabase(error) ? 'cannot open the database: ' : '';
    terminal.err(`errata: ${what}${sentenceOf(error)}${causeOf(error)}\n`);
    return 1;
  }
  await (started.ended ?? new Promise(() => undefined));
  return 0;
}

/** What went wrong, in one line. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code } = error as NodeJS.ErrnoException;
  // A refused connection to two addresses at once has no words of its own.
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  if (message === '' && first !== undefined) return sentenceOf(first);
  const said = message === '' ? (code ?? String(error)) : message;
  return said.split('\n', 1)[0]!;
}

/** A fault says what cannot be done; whoever starts the system has to know why as well. */
function causeOf(error: unknown): string {
  return isFault(error) && error.cause !== undefined ? `: ${sentenceOf(error.cause)}` : '';
}

/** At the start, only databases are connected to, and only they have a SQLSTATE or a code of SQLite. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { syscall, code, message } = error as NodeJS.ErrnoException;
  return (
    syscall === 'connect' ||
    error instanceof AggregateError ||
    'severity' in error ||
    code === 'ERR_SQLITE_ERROR' ||
    /connection timeout|trying to connect/.test(message)
  );
}
