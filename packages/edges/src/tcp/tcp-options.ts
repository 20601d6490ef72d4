import {
  A_BOOLEAN,
  A_FUNCTION,
  A_STRING,
  AN_AMOUNT,
  AN_INTEGER,
  AN_OBJECT,
  assertOptions,
  DEFAULT_LIMITS,
  MILLISECONDS,
  type AllowedOptions,
  type ProtocolFailure,
} from '@errata/core/internal';
import type { Redactor } from '@errata/core';

/** The limits of clients that were not admitted yet. */
export interface NewcomerLimits {
  /** How many there may be at a time; one more closes the oldest. */
  readonly maxConnections: number;
  readonly maxLineBytes: number;
  /** Milliseconds until a client must be admitted. */
  readonly timeout: number;
  /** The error for a client that is late or sends a longer line. */
  readonly refusal: ProtocolFailure;
}

/** Where to listen, limits, and what happens at the end. Every option has a default. */
export interface TcpOptions {
  /** Default: 127.0.0.1. Every client that can connect is served. */
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** A longer line is refused without being kept; default: 16 MiB. */
  readonly maxLineBytes?: number;
  /** How many clients may be connected; the next one gets an error and is disconnected. Default: 1,000. */
  readonly maxConnections?: number;
  /** Limits for clients until `channel.admit()`; `maxConnections` counts the others. Default: every client is admitted. */
  readonly newcomers?: NewcomerLimits;
  /** Bytes that may wait for a client that does not read before it is cut off; default: 16 MiB. */
  readonly maxBuffered?: number;
  /** Milliseconds of silence, without a call in progress, after which a client is hung up on; default: never. */
  readonly idleTimeout?: number;
  /** Milliseconds for calls in progress once a client has sent its last, or everything is closed; default: 5000. */
  readonly drain?: number;
  /** Gets errors that no client gets: a socket that could not be accepted, an `open` that threw. */
  readonly onError?: (thrown: unknown) => void;
  /**
   * An unhandled rejection is reported and ends nothing, an uncaught exception and a signal answer what is in progress before the process
   * ends. Default: true. Where the program listens for them itself, it decides.
   */
  readonly guardProcess?: boolean;
  /** Called when closing begins. */
  readonly draining?: () => void;
  /** Gets the records about the process. */
  readonly redactor?: Redactor;
}

type Optional = 'newcomers' | 'onError' | 'draining' | 'redactor';

export type TcpSettings = Required<Omit<TcpOptions, Optional>> & Pick<TcpOptions, Optional>;

/** What timers can hold; sockets refuse Infinity. */
const MAX_DELAY = 2 ** 31 - 1;

/** The options with their defaults. */
export function toSettings(options: TcpOptions): TcpSettings {
  assertOptions('serveTcp', options, TCP_OPTIONS);
  const { maxLineBytes = DEFAULT_LIMITS.maxBytes, maxConnections = 1000 } = options;
  const { maxBuffered = 16 * 1024 * 1024, idleTimeout = 0, drain = 5000 } = options;
  return {
    ...options,
    guardProcess: options.guardProcess ?? true,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    maxLineBytes,
    maxConnections,
    maxBuffered,
    idleTimeout: Math.min(idleTimeout, MAX_DELAY),
    drain: Math.min(drain, MAX_DELAY),
  };
}

const TCP_OPTIONS: AllowedOptions<TcpOptions> = {
  ...{ host: [A_STRING], port: [AN_INTEGER], maxLineBytes: [AN_AMOUNT] },
  ...{ maxConnections: [AN_AMOUNT], newcomers: [AN_OBJECT], maxBuffered: [AN_AMOUNT] },
  ...{ idleTimeout: [MILLISECONDS], drain: [MILLISECONDS], onError: [A_FUNCTION] },
  ...{ guardProcess: [A_BOOLEAN], draining: [A_FUNCTION], redactor: [AN_OBJECT] },
};
