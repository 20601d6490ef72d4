import { launchDaemon, type StartOptions } from './launch-daemon.js';
import { pidFileIn } from './find-daemon.js';
import { reachDaemon, type Reached, type ReachOptions } from './reach-daemon.js';
import { isAbsent, unreachable } from './unreachable.js';

export interface DaemonClientOptions extends ReachOptions {
  /** How to start a daemon where none is there; without it none is started. */
  readonly start?: StartOptions | undefined;
  /** Milliseconds that an answer may take. Default: 15,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds more while the server answers pings: the first question about a schema loads it. Default: 60,000. */
  readonly patience?: number | undefined;
  /** Milliseconds without a request after which it hangs up, so that an idle daemon can end (default: 10,000). */
  readonly idle?: number | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Asks the daemon. It connects when there is something to ask, and again where the connection was lost. */
export interface DaemonClient {
  /** Rejects with the daemon's own failure, or with −32000 where it cannot be asked. */
  request(method: string, params?: object, options?: RequestOptions): Promise<unknown>;
  /** What the daemon says of itself; connects where it is not connected. */
  hello(): Promise<Readonly<Record<string, unknown>>>;
  /** The schema that every further connection begins with. */
  select(schema: string): void;
  /** Hang up; whoever still waits is told. */
  close(): Promise<void>;
}

export const REQUEST_TIMEOUT = 15_000;
export const LOADING = 60_000;
const IDLE = 10_000;

/** A client of the daemon of this user. */
export function connectDaemon(options: DaemonClientOptions): DaemonClient {
  return new Client(options);
}

class Client implements DaemonClient {
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

  async request(
    method: string,
    params: object = {},
    { signal }: RequestOptions = {},
  ): Promise<unknown> {
    const { timeout = REQUEST_TIMEOUT, patience = LOADING } = this.options;
    signal?.throwIfAborted();
    const { link } = await unlessAborted(this.connect(), signal);
    clearTimeout(this.idleTimer);
    try {
      return await link.request(method, params, { timeout, patience, signal });
    } finally {
      this.restUntilAsked();
    }
  }

  async hello(): Promise<Readonly<Record<string, unknown>>> {
    const { hello } = await this.connect();
    return hello;
  }

  select(schema: string): void {
    this.schema = schema;
  }

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
    const reach = () => reachDaemon({ ...this.options, schema: this.schema }, signal);
    signal.throwIfAborted();
    try {
      this.reached = await reach();
    } catch (thrown) {
      if (start === undefined || !isAbsent(thrown)) throw thrown;
      const sought = pidFileIn(runtimeFolder);
      this.reached = await launchDaemon({ start, runtimeFolder, sought, signal, reach });
    }
    // Whoever wanted it may have given up by now.
    this.restUntilAsked();
    return this.reached;
  }

  private restUntilAsked(): void {
    const { reached } = this;
    clearTimeout(this.idleTimer);
    if (reached === undefined || reached.link.closed || reached.link.inFlight > 0) return;
    this.idleTimer = setTimeout(() => reached.link.close(), this.options.idle ?? IDLE);
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
