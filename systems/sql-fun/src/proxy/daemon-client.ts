import { membersOf } from '@errata/core/contract';
import type { ClientContext } from '../worker/index.js';
import { DaemonLink } from './daemon-link.js';
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

/** A client of the daemon of this user. */
export function connectDaemon(options: DaemonClientOptions): DaemonClient {
  return new DaemonClient(options);
}

/** Asks the daemon. It connects when there is something to ask, and again where the connection was lost. */
export class DaemonClient {
  private readonly options: DaemonClientOptions;
  private schema: string | undefined;
  private reached: Reached | undefined;
  private connecting: Promise<Reached> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();

  constructor(options: DaemonClientOptions) {
    this.options = options;
    this.schema = options.schema;
  }

  /** Rejects with the daemon's own failure, or with −32000 where it cannot be asked. */
  async request(
    method: string,
    params: object = {},
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const { timeout = 15_000, patience = LOADING } = this.options;
    signal?.throwIfAborted();
    const { link } = await unlessAborted(this.connect(), signal);
    clearTimeout(this.idleTimer);
    try {
      return await link.request(method, params, { timeout, patience, signal });
    } finally {
      this.restUntilAsked();
    }
  }

  /** What the daemon says of itself; connects where it is not connected. */
  async hello(): Promise<Reached['hello']> {
    return (await this.connect()).hello;
  }

  /** The schema that every further connection begins with. */
  select(schema: string): void {
    this.schema = schema;
  }

  /** Hang up; whoever still waits is told. */
  async close(): Promise<void> {
    const sought = pidFileIn(this.options.runtimeFolder);
    this.closing.abort(unreachable(sought, 'The connection to the server was closed on this side'));
    clearTimeout(this.idleTimer);
    await this.connecting?.catch(() => undefined);
    this.reached?.link.close();
  }

  /** The connection there is, or a new one: whoever asks meanwhile waits for the same. */
  private connect(): Promise<Reached> {
    if (this.reached?.link.closed === false) return Promise.resolve(this.reached);
    return (this.connecting ??= this.open().finally(() => (this.connecting = undefined)));
  }

  private async open(): Promise<Reached> {
    const { start, runtimeFolder } = this.options;
    const { signal } = this.closing;
    signal.throwIfAborted();
    const reach = () => this.reach();
    this.reached = await reach().catch((thrown: unknown) => {
      if (start === undefined || !isAbsent(thrown)) throw thrown;
      return launchDaemon(reach, start, runtimeFolder, signal);
    });
    // Whoever wanted it may have given up by now.
    this.restUntilAsked();
    return this.reached;
  }

  /** Find the daemon, connect to it and say hello. Rejects with −32000, or with why the daemon does not want to talk. */
  private async reach(): Promise<Reached> {
    const { runtimeFolder, context, project, greeting: timeout = 5000 } = this.options;
    const { schema } = this;
    const { port, token } = await findDaemon(runtimeFolder);
    const link = await DaemonLink.open(port, timeout);
    const params = { token, context, project, ...(schema !== undefined && { schema }) };
    try {
      const { signal } = this.closing;
      const hello = membersOf(await link.request('hello', params, { timeout, signal }));
      if (typeof hello['server'] === 'string') return { link, hello };
      throw unreachable(serverAt(port), `What listens on port ${port} is no sql-fun-server`);
    } catch (thrown) {
      link.close();
      if (!isRefused(thrown, 'token')) throw thrown;
      const { name } = pidFileIn(runtimeFolder);
      const details = `The server on port ${port} does not take the token of ${name}`;
      throw unreachable(serverAt(port), details, { absent: true, cause: thrown });
    }
  }

  private restUntilAsked(): void {
    const { reached } = this;
    clearTimeout(this.idleTimer);
    if (reached === undefined || reached.link.closed || reached.link.inFlight > 0) return;
    this.idleTimer = setTimeout(() => reached.link.close(), this.options.idle ?? 10_000);
    this.idleTimer.unref();
  }
}

/** What is waited for goes on for the others who wait; this one gives up. */
function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
