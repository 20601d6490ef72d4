import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { objectOrEmpty } from '@errata/core/internal';
import { isFault } from '@errata/core';
import { openRuntimeFolder, PidFileError, readPidFile } from '../daemon/runtime-folder.js';
import type { PidFile } from '../daemon/runtime-folder.js';
import { isAlive } from '../databases/store.js';
import type { ClientContext } from '../worker/serve-work.js';
import { openLink, type DaemonLink } from './daemon-link.js';
import { isAbsent, isRefused, pidFileIn, serverAt, unreachable, HOW_TO_START } from './faults.js';

export interface DaemonClientOptions {
  readonly runtimeFolder: string;
  readonly context: ClientContext;
  readonly project: string;
  /** The id of the schema that is selected at first. */
  readonly schema?: string | undefined;
  /** How to start a daemon where none is there; without it none is started. */
  readonly start?: StartOptions | undefined;
  /** Milliseconds that a connection and the answer to hello may take (default: 5,000). */
  readonly greeting?: number | undefined;
  /** Milliseconds that an answer may take. Default: 15,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds more while the server answers pings: the first question about a schema loads it. Default: 60,000. */
  readonly patience?: number | undefined;
  /** Milliseconds without a request after which it hangs up, so that an idle daemon can end (default: 10,000). */
  readonly idle?: number | undefined;
}

interface Reached {
  readonly link: DaemonLink;
  readonly hello: Readonly<Record<string, unknown>>;
}

export const LOADING = 60_000;

/** Asks the daemon of this user. It connects when there is something to ask, and again where the connection was lost. */
export function connectDaemon(options: DaemonClientOptions) {
  const { runtimeFolder, start, context, project, greeting = 5000 } = options;
  const { timeout = 15_000, patience = LOADING, idle = 10_000 } = options;
  let { schema } = options;
  let reached: Reached | undefined;
  let connecting: Promise<Reached> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  const { signal: closed } = closing;

  const startIdleTimer = (): void => {
    clearTimeout(idleTimer);
    if (reached === undefined || reached.link.closed() || reached.link.inFlight() > 0) return;
    idleTimer = setTimeout(reached.link.close, idle);
    idleTimer.unref();
  };

  /** Find the daemon, connect to it and say hello. Rejects with −32000, or with why the daemon does not want to talk. */
  const reach = async (): Promise<Reached> => {
    const { port, token } = await findDaemon(runtimeFolder);
    const link = await openLink(port, greeting);
    const who = { token, context, project, ...(schema !== undefined && { schema }) };
    const params = { ...who, portable: true };
    try {
      const limits = { timeout: greeting, signal: closed };
      const hello = objectOrEmpty(await link.request('hello', params, limits));
      if (typeof hello['server'] === 'string') return { link, hello };
      throw unreachable(serverAt(port), `What listens on port ${port} is no sql-fun-server`);
    } catch (thrown) {
      link.close();
      if (!isRefused(thrown, 'token')) throw thrown;
      const { name } = pidFileIn(runtimeFolder);
      const details = `The server on port ${port} does not take the token of ${name}`;
      throw unreachable(serverAt(port), details, { absent: true, cause: thrown });
    }
  };

  const open = async (): Promise<Reached> => {
    closed.throwIfAborted();
    reached = await reach().catch((thrown: unknown) => {
      if (start === undefined || !isAbsent(thrown)) throw thrown;
      return launchDaemon(reach, start, runtimeFolder, closed);
    });
    // The caller may have given up by now.
    startIdleTimer();
    return reached;
  };

  /** The open connection, or a new one. Calls made meanwhile share it. */
  const connect = (): Promise<Reached> => {
    if (reached?.link.closed() === false) return Promise.resolve(reached);
    return (connecting ??= open().finally(() => (connecting = undefined)));
  };

  return {
    /** Rejects with the daemon's own failure, or with −32000 where it cannot be reached. */
    async request(
      method: string,
      params: object = {},
      { signal }: { readonly signal?: AbortSignal } = {},
    ): Promise<unknown> {
      signal?.throwIfAborted();
      const { link } = await unlessAborted(connect(), signal);
      clearTimeout(idleTimer);
      try {
        return await link.request(method, params, { timeout, patience, signal });
      } finally {
        startIdleTimer();
      }
    },
    /** What the daemon says of itself; connects where it is not connected. */
    hello: async () => (await connect()).hello,
    /** The schema that every further connection begins with. */
    select: (id: string): void => void (schema = id),
    async close(): Promise<void> {
      const details = 'The connection to the server was closed on this side';
      closing.abort(unreachable(pidFileIn(runtimeFolder), details));
      clearTimeout(idleTimer);
      await connecting?.catch(() => undefined);
      reached?.link.close();
    },
  };
}

export type DaemonClient = ReturnType<typeof connectDaemon>;

/** What is waited for goes on for the others who wait; this one gives up. */
function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The daemon that the PID file tells of, if its process lives. Rejects with −32000. */
export async function findDaemon(folder: string): Promise<PidFile> {
  const sought = pidFileIn(folder);
  const none = { absent: true, suggestion: HOW_TO_START };
  const found = await readPidFile(folder).catch((thrown: unknown) => {
    if (!(thrown instanceof PidFileError)) {
      throw unreachable(sought, `The PID file ${sought.name} cannot be read`, { cause: thrown });
    }
    const { reason, message, cause } = thrown;
    throw reason === 'missing'
      ? unreachable(sought, `No server is running: there is no ${sought.name}`, { ...none, cause })
      : unreachable(sought, message, { suggestion: 'Ask the user about this file', cause });
  });
  if (isAlive(found.pid)) return found;
  throw unreachable(sought, `The PID file is stale: process ${found.pid} is gone`, none);
}

export interface StartOptions {
  readonly command: readonly [string, ...string[]];
  /** Milliseconds until it has to be ready (default: 10,000). */
  readonly timeout?: number;
}

export const START_TIMEOUT = 10_000;

/** A daemon that was ending may still have held the lock when the first one was started. */
const MAX_LAUNCHES = 2;

/** Milliseconds in which the daemon that a process gave way to may still get ready. */
const GRACE = 250;

const PAUSE = 25;

/** Start a daemon in the background, and wait until one can be reached: where many are started at once, one stays. */
export async function launchDaemon<T>(
  reach: () => Promise<T>,
  { command, timeout = START_TIMEOUT }: StartOptions,
  folder: string,
  signal: AbortSignal,
): Promise<T> {
  const sought = pidFileIn(folder);
  const begin = () =>
    startInBackground(command, folder).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw unreachable(sought, `No server could be started: ${why}`, { cause });
    });
  const until = performance.now() + timeout;
  let started = await begin();
  for (let launches = 1; ; await sleep(PAUSE)) {
    signal.throwIfAborted();
    const ended = started.ended();
    let found: string;
    try {
      return await reach();
    } catch (thrown) {
      if (!isAbsent(thrown)) throw thrown;
      // What was found instead, where something was: that there is no PID file goes without saying.
      const there = isFault(thrown) && objectOrEmpty(thrown.context)['target'] === 'server';
      found = there ? `. ${thrown.details}` : '';
    }
    const late = performance.now() > until;
    const died = ended !== undefined && ended.milliseconds >= GRACE;
    if (late || (died && launches === MAX_LAUNCHES)) {
      const what = late
        ? `No server was ready within ${timeout / 1000} s of starting one`
        : `A server was started and ended before it was ready: ${ended?.how}`;
      throw unreachable(sought, `${what}${found}`, { cause: await started.lastOutput() });
    }
    if (!died) continue;
    launches += 1;
    started = await begin();
  }
}

/** Bytes after which the log begins again. */
const MAX_LOG = 2 ** 20;
const MAX_OUTPUT = 4000;

/** Start a program that outlives this process; what it writes goes to a log in the folder. */
async function startInBackground([program, ...args]: StartOptions['command'], folder: string) {
  await openRuntimeFolder(folder);
  const path = join(folder, 'sql-fun-server.log');
  const before = await stat(path).catch(() => undefined);
  const log = await open(path, before !== undefined && before.size > MAX_LOG ? 'w' : 'a', 0o600);
  try {
    const { size } = await log.stat();
    let end: { readonly how: string; readonly at: number } | undefined;
    const note = (how: string) => (end ??= { how, at: performance.now() });
    const child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', ({ code, message }: NodeJS.ErrnoException) => note(code ?? message));
    child.on('exit', (code, killer) => note(killer ?? `exit code ${code}`));
    child.unref();
    return {
      /** How it ended and how long ago, if it has. */
      ended: () => end && { how: end.how, milliseconds: performance.now() - end.at },
      /** The last lines that it wrote, for the operator. */
      async lastOutput(): Promise<Error | undefined> {
        const written = await readFile(path).catch(() => undefined);
        const text = written?.subarray(size).toString('utf8').trim().slice(-MAX_OUTPUT) ?? '';
        return text === '' ? undefined : new Error(text);
      },
    };
  } finally {
    await log.close();
  }
}
