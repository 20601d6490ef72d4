import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import process from 'node:process';
import { createRedactor, type OnFault } from '@errata/core';
import type { ProtocolFailure } from '@errata/core/internal';
import { guardServing } from '@errata/edges/process';
import { serveTcp, type NewcomerLimits } from '@errata/edges/tcp';
import { METHOD_NAMES } from '../methods/method-names.js';
import { createSchemaPools } from '../worker/schema-pools.js';
import { CLIENT_CONTEXTS, type ClientContext } from '../worker/serve-work.js';
import { createConnections, MAX_CLIENTS, createIdleClock } from './daemon-connection.js';
import type { DaemonState } from './daemon-connection.js';
import { becomePrimary, openRuntimeFolder, pidFilePath } from './runtime-folder.js';
import { removePidFile, runtimeFolder, writePidFile } from './runtime-folder.js';
import type { Release } from './runtime-folder.js';

/** The version in the manifest of the package, which is not as far away from the source as from what is built of it. */
export const ownVersion = (): string =>
  (createRequire(import.meta.url)('#manifest') as { version: string }).version;

/** `idle`: no client for a while. `shutdown`: a client asked for it. `closed`: `close` was called. */
type EndReason = 'idle' | 'shutdown' | 'closed';

export interface DaemonOptions {
  /** Where PID file and lock are kept (default: `runtimeFolder(process.env)`). */
  readonly runtimeFolder?: string;
  /** What may be asked beside `cli` and `lsp`: `mcp`. */
  readonly allowContexts?: readonly string[];
  /** Milliseconds without a client after which it ends (default: 30,000; 0 for never). */
  readonly idle?: number;
  /** Where databases are kept between two starts; default: `errata/sql-fun` in the user's cache folder. */
  readonly cacheFolder?: string;
  /** Milliseconds in which a client has to send hello with the token. Default: 2,000. */
  readonly helloTimeout?: number;
  /** How many worker processes each schema may have. Default: 2. */
  readonly workers?: number;
  /** Milliseconds that one request may take (default: 10,000). */
  readonly deadline?: number;
  /** Gets the full record of every failure. */
  readonly onFault?: OnFault;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The path of the worker's program, where it is not the one of this package. */
  readonly program?: string;
  /** The methods that this program has. */
  readonly methods?: readonly string[];
}

export interface Daemon {
  readonly pid: number;
  readonly port: number;
  /** `tcp://127.0.0.1:4000` */
  readonly url: string;
  readonly pidFile: string;
  /** Settles when it has ended, with the reason. */
  readonly closed: Promise<EndReason>;
  /** Finish what is in progress, and end. */
  close(): Promise<void>;
}

/** Start the daemon of this user. Rejects with AlreadyRunning or RuntimeFolderError. */
export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const contexts = contextsOf(options.allowContexts ?? []);
  const folder = options.runtimeFolder ?? runtimeFolder(process.env);
  await openRuntimeFolder(folder);
  const release = await becomePrimary(folder);
  return serve(options, contexts, folder, release).catch((error: unknown) => {
    release();
    throw error;
  });
}

async function serve(
  options: DaemonOptions,
  contexts: readonly ClientContext[],
  folder: string,
  release: Release,
): Promise<Daemon> {
  const { workers, deadline, cacheFolder: cache, program, onFault } = options;
  const { idle = 30_000, helloTimeout = 2000 } = options;
  // The daemon that left it is dead, and another process may have its pid by now.
  await removePidFile(folder);
  const token = randomBytes(20).toString('hex');
  const redactor = createRedactor();
  const pool = createSchemaPools({ size: workers, deadline, cache, program });
  const clock = createIdleClock(idle, () => void end('idle'));
  const daemon: DaemonState = {
    token,
    version: ownVersion(),
    contexts,
    methods: options.methods ?? METHOD_NAMES,
    pool,
    clock,
    redactor,
    ...(onFault && { onFault }),
    // Not before the one who asks for it has its answer.
    shutDown: () => void setImmediate(() => void end('shutdown')),
  };

  let tellClosed: (why: EndReason) => void;
  const closed = new Promise<EndReason>((resolve) => (tellClosed = resolve));
  const finish = async (why: EndReason): Promise<void> => {
    clock.stop();
    // First, so that no new client finds this daemon.
    await removePidFile(folder, token);
    // Requests in progress keep their whole deadline; new ones get an error.
    await pool.stopTaking();
    await listening.close();
    await pool.close();
    unguard();
    release();
    tellClosed(why);
  };
  let closing: Promise<void> | undefined;
  const end = (why: EndReason): Promise<void> => (closing ??= finish(why));
  const close = (): Promise<void> => end('closed');

  const connect = createConnections(daemon);
  const listening = await serveTcp(
    (channel) => {
      clock.touch();
      return connect(channel);
    },
    {
      port: options.port ?? 0,
      guardProcess: false,
      maxConnections: MAX_CLIENTS,
      newcomers: beforeToken(helloTimeout),
    },
  );
  const unguard = guardServing({
    redactor,
    connections: () => listening.connections(),
    deliver: listening.deliver,
    flush: close,
    close,
  });
  const { pid } = process;
  const { port } = listening.address;
  try {
    await writePidFile(folder, { pid, port, token });
  } catch (error) {
    await close();
    throw error;
  }
  clock.start();
  const url = `tcp://127.0.0.1:${port}`;
  return { pid, port, url, pidFile: pidFilePath(folder), closed, close };
}

/** The limits of a client that has not shown the token: any process on this machine can connect. */
function beforeToken(timeout: number): NewcomerLimits {
  const maxLineBytes = 4096;
  const details = `Send hello within ${timeout / 1000} s, in a line of at most ${maxLineBytes} bytes`;
  const refusal: ProtocolFailure = {
    condition: 'forbidden',
    context: { target: 'connection', name: 'hello' },
    given: { message: 'Hello not accepted', details, effect: 'none' },
  };
  // More than the clients that one program opens at once.
  return { maxConnections: 64, maxLineBytes, timeout, refusal };
}

function contextsOf(allowed: readonly string[]): ClientContext[] {
  const unknown = allowed.find((name) => !CLIENT_CONTEXTS.some((context) => context === name));
  if (unknown !== undefined) throw new TypeError(`There is no context ${JSON.stringify(unknown)}`);
  return CLIENT_CONTEXTS.filter((context) => context !== 'mcp' || allowed.includes(context));
}
