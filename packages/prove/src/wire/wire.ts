import type { Era } from '@errata/core';

/** What an HTTP answer said around its body. */
export interface HeadersLike {
  get(name: string): string | null;
}

/** One reply as it came. */
export interface Answer {
  /** The text as it was received. */
  readonly text: string;
  /** The same as a value; undefined if the text is not JSON. */
  readonly message: unknown;
  /** What was sent to get it, where that is known. */
  readonly sent?: string;
  /** The HTTP status, where there is one. */
  readonly status?: number;
  readonly headers?: HeadersLike;
}

/** A client that sends exactly the given bytes, and keeps everything that it receives. */
export interface Wire {
  readonly era: Era;
  /** Send a request under a new id, with all that the era wants around it, and wait for its reply. */
  request(method: string, params?: object): Promise<Answer>;
  callTool(name: string, args?: object): Promise<Answer>;
  /** Send a text as it is. Its answer is the reply under its id, or the next one under no id that is waited for. */
  send(text: string | Uint8Array): Promise<Answer>;
  notify(method: string, params?: object): Promise<void>;
  /** Messages of the server that are not replies. */
  readonly notifications: readonly unknown[];
  /** Everything that came in reply, also without a request that waits. */
  readonly answers: readonly Answer[];
  close(): Promise<void>;
}

/** Options of every kind of wire. */
export interface ProbeWireOptions {
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Milliseconds to wait for a reply (default: two minutes). */
  readonly timeout?: number;
  /** Whether eras with a handshake begin with one (default: yes). */
  readonly handshake?: boolean;
}

/** Long enough for a busy machine: a reply that is late is not a missing one. */
export const DEFAULT_TIMEOUT = 120_000;

/** No reply: the peer is gone, too slow, or refused the handshake. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}
