import process from 'node:process';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { Unreachable, type LineLink, type LinePeer } from './peer.js';
import { systemClock } from '../clock.js';
import { ServerOutput } from './server-output.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const works = new Set<() => void>();

const workAll = (): void => works.forEach((work) => work());

function onSignal(signal: NodeJS.Signals): void {
  // Another listener of the signal decides when this process ends.
  if (process.listenerCount(signal) > 1) return;
  workAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Something to do when this process ends in the middle of everything; the function that is returned calls it off. */
function onSuddenEnd(work: () => void): () => void {
  if (works.size === 0) {
    process.prependListener('exit', workAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    process.off('exit', workAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const KEPT_STDERR = 8192;
const GROUPS = process.platform !== 'win32';
/** Milliseconds. */
const AFTER_END_OF_INPUT = 300;
const AFTER_SIGTERM = 500;
const AFTER_SIGKILL = 1000;

/** Start a server. Rejects with a sentence where there is nothing to start. */
async function startServer(given: Command) {
  const child = await start(given);
  const { stdin, stdout, stderr } = child;
  const kill = (signal: NodeJS.Signals): void => killAll(child, signal);
  const callOff = onSuddenEnd(() => kill('SIGKILL'));
  let words = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-KEPT_STDERR);
  });
  stdin.on('error', () => undefined); // the end of the server is reported elsewhere
  child.on('error', () => undefined); // a signal that came too late
  /** It is gone, and all its output is read: its exit code, or the name of the signal that ended it. */
  const exited = Promise.all([
    new Promise<number | string>((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    }),
    new Promise<void>((resolve) => stdout.once('close', resolve)),
  ]).then(([how]) => how);
  /** End of input, then SIGTERM, then SIGKILL, each after it has had its time. Never rejects. */
  const close = async (): Promise<void> => {
    stdin.end();
    if (!(await within(exited, AFTER_END_OF_INPUT))) {
      kill('SIGTERM');
      await within(exited, AFTER_SIGTERM);
    }
    // What it started may still be there although it is not.
    kill('SIGKILL');
    await within(exited, AFTER_SIGKILL);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    callOff();
  };
  let closing: Promise<void> | undefined;
  return { child, kill, exited, stderr: () => words, close: () => (closing ??= close()) };
}

async function start({
  command,
  args,
  cwd,
  env,
}: Command): Promise<ChildProcessWithoutNullStreams> {
  try {
    const child = spawn(command, args, {
      stdio: 'pipe',
      // A group of its own, so that it can be ended with all its children: `npx` and `sh -c` have some.
      detached: GROUPS,
      env: { ...env },
      ...(cwd !== undefined && { cwd }),
    });
    await once(child, 'spawn');
    return child;
  } catch (cause) {
    throw new Unreachable(whyNot(command, cwd, cause), { cause });
  }
}

function whyNot(command: string, cwd: string | undefined, cause: unknown): string {
  const name = JSON.stringify(command);
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    const folder = cwd === undefined ? '' : `, or no folder ${JSON.stringify(cwd)}`;
    return `${name} cannot be started: unknown command${folder}`;
  }
  if (code === 'EACCES') return `${name} cannot be started: it may not be executed`;
  return `${name} cannot be started: ${message}`;
}

function killAll(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (!GROUPS) return void child.kill(signal);
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // the process group is empty
  }
}

/** Whether something comes to pass before so many milliseconds are over. */
async function within(event: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const inTime = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

export interface StdioPeerOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The environment of the server; default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Texts that are put into the environment, and may never come back. */
  readonly secrets: readonly string[];
}

/** Bytes that are written at once: whether a server goes on reading shows between them. */
const PIECE = 64 * 1024;
/** Milliseconds without reading after which a server has stopped to. */
const STALLED = 1000;

/** A server that is started anew for each link, and spoken to over its standard streams. */
export function stdioPeer(options: StdioPeerOptions): LinePeer {
  const { command, args, cwd, env = process.env, secrets } = options;
  return {
    transport: 'stdio',
    async open() {
      const server = await startServer({
        command,
        args,
        ...(cwd !== undefined && { cwd }),
        env: { ...env, ...canariesOf(secrets) },
      });
      const { stdin, stdout } = server.child;
      const output = new ServerOutput(stdout, () => server.kill('SIGKILL'));
      let readAt = systemClock.now();
      const link: LineLink = {
        write(bytes) {
          if (stdin.writableLength === 0) readAt = systemClock.now();
          for (let at = 0; at < bytes.length && stdin.writable; at += PIECE) {
            stdin.write(bytes.subarray(at, at + PIECE), () => (readAt = systemClock.now()));
          }
        },
        end: () => void stdin.end(),
        onLine: (listener) => output.onLine(listener),
        closed: output.closed,
        get isClosed() {
          return output.isClosed;
        },
        get isStalled() {
          return stdin.writableLength > 0 && systemClock.now() - readAt > STALLED;
        },
        resetLimits: () => output.resetLimits(),
        get flood() {
          return output.flood;
        },
        process: { kill: server.kill, exited: server.exited, stderr: server.stderr },
        close: server.close,
      };
      return link;
    },
  };
}

/** Names that a leak would be tempted by, and that no server reads. */
const NAMES = ['TOKEN', 'PASSWORD', 'DATABASE_URL'] as const;

function canariesOf(secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    secrets.map((secret, index) => [`ERRATA_CANARY_${NAMES[index] ?? index + 1}`, secret]),
  );
}
