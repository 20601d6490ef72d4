import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { endWithProcess } from './end-with-process.js';
import { WireError } from './wire-error.js';

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

/** A process that was started here and is ended here. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** The last of what it wrote to standard error. */
  stderr(): string;
  /** Settles when it has ended and all its output is read: exit code or signal, and the sentence to tell of it. */
  readonly ended: Promise<{ readonly how: number | string; readonly error: WireError }>;
  /** The end of its input first, then SIGTERM, then SIGKILL, each after it has had its time. */
  end(): Promise<void>;
}

const KEPT_STDERR = 8192;

export function startChild(options: ChildOptions): Child {
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
  child.stdin.on('error', () => undefined); // a process that is gone is told of by its end
  const ended: Child['ended'] = new Promise((resolve) => {
    child.on('error', (cause) =>
      resolve({ how: 'error', error: new WireError(`cannot start ${command}`, { cause }) }),
    );
    // 'close' comes after the last of the output, 'exit' perhaps before.
    child.on('close', (code, signal) => {
      const how = code ?? signal ?? 'unknown';
      resolve({ how, error: new WireError(`the server has ended with ${how}${said(stderr)}`) });
    });
  });
  let ending: Promise<void> | undefined;
  return {
    process: child,
    stderr: () => stderr,
    ended,
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
function said(stderr: string): string {
  const last = stderr
    .replaceAll(/^[ \t]+at .*\n?/gm, '')
    .trim()
    .slice(-500);
  return last === '' ? '' : `; it said: ${last}`;
}
