import type { OnFault } from '@errata/core/server';

/** `idle`: nobody was there for a while. `shutdown`: a client asked for it. `closed`: whoever started it did. */
export type EndReason = 'idle' | 'shutdown' | 'closed';

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
  readonly port: number;
  /** The path of the PID file. */
  readonly pidFile: string;
  /** Settles when it has ended, with the reason. */
  readonly closed: Promise<EndReason>;
  /** Finish what is in progress, and end. */
  close(): Promise<void>;
}
