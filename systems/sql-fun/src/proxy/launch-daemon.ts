import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { membersOf } from '@errata/core/internal';
import { isFault } from '@errata/core';
import {
  isAlive,
  openRuntimeFolder,
  PidFileError,
  readPidFile,
  type PidFile,
} from '../daemon/index.js';
import { HOW_TO_START, isAbsent, pidFileIn, unreachable } from './faults.js';

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
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Milliseconds until it has to be ready (default: 10,000). */
  readonly timeout?: number;
}

export const START_TIMEOUT = 10_000;

/** A daemon that was ending may still have held the lock when the first one was started. */
const MAX_LAUNCHES = 2;

/** Milliseconds in which the daemon that a process gave way to may still get ready. */
const GRACE = 250;

/** Milliseconds between two looks. */
const PAUSE = 25;

/** Start a daemon in the background, and wait until one can be reached: where many are started at once, one stays. */
export async function launchDaemon<T>(
  /** Tries to reach a daemon. It may be one that another process started. */
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
    let met: string;
    try {
      return await reach();
    } catch (thrown) {
      if (!isAbsent(thrown)) throw thrown;
      // What was found instead, where something was: that there is no PID file goes without saying.
      const there = isFault(thrown) && membersOf(thrown.context)['target'] === 'server';
      met = there ? `. ${thrown.details}` : '';
    }
    const late = performance.now() > until;
    const died = ended !== undefined && ended.milliseconds >= GRACE;
    if (late || (died && launches === MAX_LAUNCHES)) {
      const what = late
        ? `No server was ready within ${timeout / 1000} s of starting one`
        : `A server was started and ended before it was ready: ${ended?.how}`;
      throw unreachable(sought, `${what}${met}`, { cause: await started.lastWords() });
    }
    if (!died) continue;
    launches += 1;
    started = await begin();
  }
}

/** Bytes after which the log begins again. */
const MAX_LOG = 2 ** 20;
const MAX_WORDS = 4000;

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
      async lastWords(): Promise<Error | undefined> {
        const written = await readFile(path).catch(() => undefined);
        const said = written?.subarray(size).toString('utf8').trim().slice(-MAX_WORDS) ?? '';
        return said === '' ? undefined : new Error(said);
      },
    };
  } finally {
    await log.close();
  }
}
