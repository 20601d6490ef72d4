import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { cutLines } from './messages.js';
import { DEFAULT_TIMEOUT, ProbeError } from './wire.js';

export interface ChildOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment of the process (default: that of this one). */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Hears what the process writes to standard error, as it comes. */
  readonly stderr?: (text: string) => void;
  /** Milliseconds between the steps that end the process (default: 2 s). */
  readonly grace?: number;
}

/** How a process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The exit code or the signal. */
  readonly how: number | string;
  /** The sentence to tell of it. */
  readonly error: ProbeError;
}

const KEPT_STDERR = 8192;

/** A process that was started here and is ended here. */
export function startChild(options: ChildOptions) {
  const { command, args = [], env, cwd, grace = 2000 } = options;
  const child = spawn(command, args, {
    stdio: 'pipe',
    ...(env !== undefined && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  });
  endWithProcess(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR);
    options.stderr?.(text);
  });
  child.stdin.on('error', () => undefined); // `ended` reports a process that is gone
  const ended = new Promise<ChildEnd>((resolve) => {
    child.on('error', (cause) => {
      const error = new ProbeError(`cannot start ${command}`, { cause });
      resolve({ code: null, signal: null, how: 'error', error });
    });
    // 'close' comes after the last of the output, 'exit' perhaps before.
    child.on('close', (code, signal) => {
      const how = code ?? signal ?? 'unknown';
      const said = `the server has ended with ${how}${quoteStderr(stderr)}`;
      resolve({ code, signal, how, error: new ProbeError(said) });
    });
  });
  let ending: Promise<void> | undefined;
  return {
    process: child,
    /** The last of what it wrote to standard error. */
    stderr: () => stderr,
    /** Settles when it has ended and all its output is read. */
    ended,
    /** The end of its input first, then SIGTERM, then SIGKILL, each after it has had its time. */
    end: () => (ending ??= end(child, grace)),
  };
}

async function end(child: ChildProcessWithoutNullStreams, grace: number): Promise<void> {
  child.stdin.end();
  if (!(await comes(child, 'exit', grace))) {
    child.kill('SIGTERM');
    if (!(await comes(child, 'exit', grace))) {
      child.kill('SIGKILL');
      await comes(child, 'exit');
    }
  }
  // Its last words are on their way, unless a process of its own keeps the pipe open.
  if (!child.stdout.closed) await comes(child, 'close', grace);
  child.stdout.destroy();
  child.stderr.destroy();
}

/** Whether a child is gone, or says so within a time; without a time, it is waited for. */
async function comes(
  child: ChildProcessWithoutNullStreams,
  event: 'exit' | 'close',
  milliseconds?: number,
): Promise<boolean> {
  if (event === 'exit' && isGone(child)) return true;
  const patience = new AbortController();
  const timer =
    milliseconds === undefined ? undefined : setTimeout(() => patience.abort(), milliseconds);
  try {
    await once(child, event, { signal: patience.signal });
  } catch {
    // the time is over: whether it is gone is asked below
  } finally {
    clearTimeout(timer);
  }
  return isGone(child);
}

/** A child that never started has no pid and will not exit either. */
function isGone({ pid, exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/** Its last words, without the lines of a stack. */
function quoteStderr(stderr: string): string {
  const last = stderr
    .replaceAll(/^[ \t]+at .*\n?/gm, '')
    .trim()
    .slice(-500);
  return last === '' ? '' : `; it said: ${last}`;
}

const children = new Set<ChildProcess>();

const endAll = (): void => children.forEach((child) => child.kill('SIGKILL'));

/** No child outlives this process, also if it ends in the middle of everything. */
function endWithProcess(child: ChildProcess): void {
  // First of all that happens then: what the children work on may be removed next.
  if (children.size === 0) process.prependListener('exit', endAll);
  children.add(child);
  const forget = (): void => {
    children.delete(child);
    if (children.size === 0) process.off('exit', endAll);
  };
  child.once('exit', forget).once('error', forget);
}

export interface StartServerOptions extends ChildOptions {
  /** What a line of its output looks like when it is ready: `/listening on (\S+)/`. */
  readonly ready: RegExp;
  /** Milliseconds for it to be ready (default: two minutes). */
  readonly timeout?: number;
}

/** A server process that is spoken to over the network. */
export interface StartedServer {
  readonly pid: number | undefined;
  /** What `ready` matched, with its groups. */
  readonly match: RegExpExecArray;
  stderr(): string;
  readonly ended: Promise<number | string>;
  close(): Promise<void>;
}

/** Start a server, and wait until it says on standard output or standard error that it is ready. */
export async function startServer(options: StartServerOptions): Promise<StartedServer> {
  const { ready, timeout = DEFAULT_TIMEOUT } = options;
  const child = startChild(options);
  const { stdout, stderr, pid } = child.process;
  let timer: NodeJS.Timeout | undefined;
  try {
    const match = await new Promise<RegExpExecArray>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new ProbeError(`the server was not ready within ${timeout} ms`)),
        timeout,
      );
      void child.ended.then(({ error }) => reject(error));
      for (const stream of [stdout.setEncoding('utf8'), stderr]) {
        const onLine = (line: string): void => {
          const found = ready.exec(line);
          if (found) resolve(found);
        };
        stream.on('data', cutLines(onLine));
      }
    });
    const ended = child.ended.then(({ how }) => how);
    return { pid, match, stderr: child.stderr, ended, close: child.end };
  } catch (thrown) {
    await child.end();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
