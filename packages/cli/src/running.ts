import process from 'node:process';
import { isFault, type OnFault } from '@errata/core';
import { UsageError, type ExitCode } from './command.js';
import type { Terminal } from './terminal.js';

/** Something that has started; it ends by itself, or never where only a signal ends it. */
export interface Started {
  readonly ended: Promise<unknown> | undefined;
}

/** Start something that goes on, and wait for its end. If it cannot start, the terminal gets the reason in a sentence. */
export async function running(
  terminal: Terminal,
  start: () => Promise<Started>,
): Promise<ExitCode> {
  let started: Started;
  try {
    started = await start();
  } catch (error) {
    // Wrong settings are a usage error; a database that is down is not.
    if (error instanceof TypeError) throw new UsageError(error.message);
    const what = isOfDatabase(error) ? 'cannot open the database: ' : '';
    terminal.fail(`${what}${sentenceOf(error)}${causeOf(error)}`);
    return 1;
  }
  await (started.ended ?? new Promise(() => undefined));
  return 0;
}

/** The flags that every system has. */
export interface ServeFlags {
  readonly journal: string | boolean;
}

/** The journal as an option of a system. */
export async function journalOption({ journal }: ServeFlags): Promise<{ onFault?: OnFault }> {
  if (journal === false) return {};
  const { createJournal } = await import('@errata/observe');
  return { onFault: createJournal(typeof journal === 'string' ? { path: journal } : {}).onFault };
}

/** A server that runs: until its input ends, or at a URL. */
export interface RunningServer {
  readonly closed?: Promise<unknown>;
  readonly url?: string;
}

/** Serve until the end, and say where the server listens or what it waits for. */
export function serveUntilEnd(
  name: string,
  serve: () => Promise<RunningServer>,
  terminal: Terminal,
): Promise<ExitCode> {
  return running(terminal, async () => {
    const { url, closed } = await serve();
    endWithNpm();
    if (url !== undefined) terminal.err(`${name} is listening on ${url}\n`);
    else if (process.stdin.isTTY) terminal.err(waiting(name));
    return { ended: url === undefined ? closed : undefined };
  });
}

function waiting(name: string): string {
  return `Waiting for an MCP host on standard input. Ctrl-C ends it.\nSee docs/systems/${name}.md\n`;
}

/** What went wrong, in one line. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code } = error as NodeJS.ErrnoException;
  // A refused connection to two addresses at once has no words of its own.
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  if (message === '' && first !== undefined) return sentenceOf(first);
  const text = message === '' ? (code ?? String(error)) : message;
  return text.split('\n', 1)[0]!;
}

/** A fault says what cannot be done; the user at the terminal also needs the cause. */
export function causeOf(error: unknown): string {
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

/** Milliseconds between two looks at the parent. */
const PARENT_CHECK = 500;

/**
 * `npm exec` and `npm run` pass a signal to the shell between them and this process. The shell ends, and this process would stay: it
 * notices that its parent has changed, and ends as after SIGTERM.
 */
export function endWithNpm(env: NodeJS.ProcessEnv = process.env): () => void {
  if (env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK).unref();
  return () => clearInterval(timer);
}

/** Milliseconds: npx passes on a signal that the terminal has sent already, and no user presses a key twice so fast. */
const ONE_PRESS = 300;

/** What work came to, and the exit code where a signal ended it: 130 after Ctrl-C, 143 after SIGTERM. */
interface Worked<T> {
  readonly value: T;
  readonly interrupted: 130 | 143 | undefined;
}

/** Work that Ctrl-C or SIGTERM aborts; a second signal ends the process at once. */
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
  const stopWatching = endWithNpm();
  try {
    const value = await work(ending.signal);
    return { value, interrupted };
  } finally {
    stopWatching();
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
