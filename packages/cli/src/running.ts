import process from 'node:process';
import { isFault } from '@errata/core';
import { UsageError, type ExitCode } from './command.js';
import type { Terminal } from './terminal.js';

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

/** Milliseconds: npx passes on what the terminal has told the program already, and nobody presses a key twice so fast. */
const ONE_PRESS = 300;

/** What work came to, and the exit code where a signal ended it: 130 after Ctrl-C, 143 after SIGTERM. */
interface Worked<T> {
  readonly value: T;
  readonly interrupted: 130 | 143 | undefined;
}

/** Work that Ctrl-C or a polite request to end aborts; told twice, the process ends at once. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Worked<T>> {
  const ending = new AbortController();
  let since = 0;
  let interrupted: Worked<T>['interrupted'];
  const end = (name: NodeJS.Signals): void => {
    const code = name === 'SIGTERM' ? 143 : 130;
    if (interrupted === undefined) {
      since = performance.now();
      interrupted = code;
      ending.abort();
    } else if (performance.now() - since > ONE_PRESS) {
      // Not the signal itself: who listens for the end of the process can still clean up.
      process.exit(code);
    }
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    const value = await work(ending.signal);
    return { value, interrupted };
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
