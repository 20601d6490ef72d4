import type { Era } from '@errata/core';
import type { WireExchange, LinkLog } from '../exchange.js';
import type { LinkProcess } from '../wire/peer.js';

/** Something to be said, and what is waited for. */
export interface Say {
  /** Each is a line of its own, or a POST of its own. */
  readonly texts: readonly (string | Uint8Array)[];
  /**
   * `reply`: it has to be answered, and all patience is for it; `due`: silence would be held against the server, so that a slow
   * answer has its time; `either`: there may be an answer; `silence`: there must be none, and it is waited long enough to
   * know. Default: `either`.
   */
  readonly expects?: 'reply' | 'due' | 'either' | 'silence';
  /** Replies that end the waiting; default: one per text. */
  readonly replies?: number;
  /** On line transports: bytes as they are, in these pieces, without a newline at the end. */
  readonly raw?: boolean;
  readonly patience?: number;
  /** On line transports: milliseconds in which a text is answered alone before the next one is written. Default: all at once. */
  readonly pace?: number;
  /** Whether it says nothing about others of its kind: it has all patience though they had no reply, and they have if it gets none. */
  readonly alone?: boolean;
  /** On line transports: milliseconds for what may still come after the next request was answered. Default: by `expects`. */
  readonly grace?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One conversation with the server in a revision. */
export interface CheckSession {
  readonly era: Era;
  /** Everything that was sent and received. */
  readonly log: LinkLog;
  say(say: Say): Promise<WireExchange>;
  /** The text of a request in this era. */
  write(method: string, params?: object, id?: string): string;
  request(method: string, params?: object, id?: string): Promise<WireExchange>;
  /** Whether the server has closed it. */
  readonly isClosed: boolean;
  /** Of line transports: end of file for the server. */
  end(): void;
  readonly process?: LinkProcess | undefined;
  close(): Promise<void>;
}

export interface CheckSessionOptions {
  /** Whether revisions with a handshake begin with one; default: they do. */
  readonly handshake?: boolean;
  /** Whether a reply to `notifications/initialized` gets time to arrive; default: no. One session of a run shows it. */
  readonly unhurried?: boolean;
  /** Whether it stays open until the run is over; default: until the case is. */
  readonly keep?: boolean;
}

/** How long things may take, in milliseconds. */
export interface Timing {
  /** For a reply that has to come. */
  readonly patience: number;
  /** Before an answer that may not come is asked for by a marker. */
  readonly haste: number;
  /** After the marker was answered, for what may still come. */
  readonly grace: number;
  /** The same where silence would be held against the server: it may have to load what it refuses with. */
  readonly dueGrace: number;
  /** For a reply of a kind that did not come before in all the time it had. */
  readonly doubt: number;
}

export const DEFAULT_TIMING: Timing = {
  patience: 5000,
  haste: 40,
  grace: 80,
  dueGrace: 500,
  doubt: 250,
};
