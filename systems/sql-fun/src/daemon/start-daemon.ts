import process from 'node:process';
import { createRedactor } from '@errata/core/fault';
import type { Met } from '@errata/core/server';
import { guardServing } from '@errata/edges/process';
import { listenTcp, type Channel, type NewcomerLimits } from '@errata/edges/tcp';
import { versionOf } from '@errata/system/service';
import { CLIENT_CONTEXTS, SchemaPools, type ClientContext } from '../worker/index.js';
import { becomePrimary } from './become-primary.js';
import { DaemonConnection } from './daemon-connection.js';
import type { Daemon, DaemonOptions, EndReason } from './daemon-options.js';
import type { DaemonState } from './daemon-state.js';
import { IdleClock } from './idle-clock.js';
import type { Lock } from './lock.js';
import { METHOD_NAMES } from './method-names.js';
import { dropPidFile, pidFilePath, removePidFile, writePidFile } from './pid-file.js';
import { openRuntimeFolder, runtimeFolder } from './runtime-folder.js';
import { MAX_CLIENTS } from './session.js';
import { createToken } from './token.js';

/** Start the daemon of this user. Rejects with AlreadyRunning or RuntimeFolderError. */
export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const contexts = contextsOf(options.allowContexts ?? []);
  const folder = options.runtimeFolder ?? runtimeFolder(process.env);
  await openRuntimeFolder(folder);
  const lock = await becomePrimary(folder);
  try {
    return await serve(options, contexts, folder, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function serve(
  options: DaemonOptions,
  contexts: readonly ClientContext[],
  folder: string,
  lock: Lock,
): Promise<Daemon> {
  const { workers, deadline, cacheFolder: cache, program, onFault } = options;
  const { port = 0, idle = 30_000, helloTimeout = 2000 } = options;
  // Whoever left it is dead, and its pid may by now be somebody else's.
  await dropPidFile(folder);
  const token = createToken();
  const redactor = createRedactor();
  const pool = new SchemaPools({
    ...(workers !== undefined && { size: workers }),
    ...(deadline !== undefined && { deadline }),
    ...(cache !== undefined && { cache }),
    ...(program !== undefined && { program }),
  });
  const clock = new IdleClock(idle, () => void end('idle'));
  const daemon: DaemonState = {
    token,
    version: versionOf(new URL('../../package.json', import.meta.url)),
    contexts,
    methods: options.methods ?? METHOD_NAMES,
    pool,
    clock,
    redactor,
    onFault,
    // Not before the one who asks for it has its answer.
    shutDown: () => void setImmediate(() => void end('shutdown')),
  };
  const open = (channel: Channel): DaemonConnection => {
    clock.touch();
    return new DaemonConnection(daemon, channel);
  };

  let closing: Promise<EndReason> | undefined;
  let tellClosed: (why: EndReason) => void;
  const closed = new Promise<EndReason>((resolve) => (tellClosed = resolve));
  const finish = async (why: EndReason): Promise<EndReason> => {
    clock.stop();
    // First, so that nobody finds the way here any more.
    await removePidFile(folder, token);
    // What is in progress has its whole deadline; whoever asks meanwhile is told.
    await pool.stopTaking();
    await listening.close();
    await pool.close();
    unguard();
    lock.release();
    tellClosed(why);
    return why;
  };
  const end = (why: EndReason): Promise<EndReason> => (closing ??= finish(why));
  const close = async (): Promise<void> => void (await end('closed'));

  const listening = await listenTcp(open, {
    port,
    guardProcess: false,
    maxConnections: MAX_CLIENTS,
    newcomers: beforeToken(helloTimeout),
  });
  const unguard = guardServing({
    redactor,
    connections: () => listening.connections(),
    deliver: listening.deliver,
    flush: close,
    close,
  });
  try {
    await writePidFile(folder, { pid: process.pid, port: listening.address.port, token });
  } catch (error) {
    await close();
    throw error;
  }
  clock.start();
  return { port: listening.address.port, pidFile: pidFilePath(folder), closed, close };
}

/** The limits of a client that has not shown the token: anybody on this machine can connect. */
function beforeToken(timeout: number): NewcomerLimits {
  const maxLineBytes = 4096;
  const details = `Send hello within ${timeout / 1000} s, in a line of at most ${maxLineBytes} bytes`;
  const refusal: Met = {
    condition: 'forbidden',
    context: { target: 'connection', name: 'hello' },
    given: { message: 'Hello not accepted', details, effect: 'none' },
  };
  // More than the clients that one program opens at once.
  return { maxConnections: 64, maxLineBytes, timeout, refusal };
}

function contextsOf(allowed: readonly string[]): ClientContext[] {
  const unknown = allowed.find((name) => !CLIENT_CONTEXTS.some((context) => context === name));
  if (unknown !== undefined) {
    throw new TypeError(`There is no context ${JSON.stringify(unknown)}`);
  }
  return CLIENT_CONTEXTS.filter((context) => context !== 'mcp' || allowed.includes(context));
}
