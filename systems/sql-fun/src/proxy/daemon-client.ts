import { membersOf } from '@errata/core/internal';
import type { ClientContext } from '../worker/index.js';
import { openLink, type DaemonLink } from './daemon-link.js';
import { isAbsent, isRefused, pidFileIn, serverAt, unreachable } from './faults.js';
import { findDaemon, launchDaemon, type StartOptions } from './launch-daemon.js';

export interface DaemonClientOptions {
  readonly runtimeFolder: string;
  /** Who asks. */
  readonly context: ClientContext;
  /** The folder of the project, absolute. */
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

/** A connection on which hello was said. */
interface Reached {
  readonly link: DaemonLink;
  /** What the daemon said of itself. */
  readonly hello: Readonly<Record<string, unknown>>;
}

/** Milliseconds more for an answer while a schema is loaded. */
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

  const restUntilAsked = (): void => {
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
      const hello = membersOf(await link.request('hello', params, limits));
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
    restUntilAsked();
    return reached;
  };

  /** The open connection, or a new one. Calls made meanwhile share it. */
  const connect = (): Promise<Reached> => {
    if (reached?.link.closed() === false) return Promise.resolve(reached);
    return (connecting ??= open().finally(() => (connecting = undefined)));
  };

  return {
    /** Rejects with the daemon's own failure, or with −32000 where it cannot be asked. */
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
        restUntilAsked();
      }
    },
    /** What the daemon says of itself; connects where it is not connected. */
    hello: async () => (await connect()).hello,
    /** The schema that every further connection begins with. */
    select: (id: string): void => void (schema = id),
    /** Close the connection; calls in progress fail. */
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
