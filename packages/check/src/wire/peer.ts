import type { HttpReply } from '../exchange.js';

/** The server cannot be started or reached, and why, as one sentence. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** What comes of some work, or what is said instead where the server cannot be reached. */
export async function unlessUnreachable<T, U>(
  work: () => Promise<T>,
  instead: (why: string) => U,
): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return instead(error.message);
  }
}

/** A stream of lines to the server: its standard streams, or a socket. */
export interface LineLink {
  write(bytes: Uint8Array): void;
  /** Ends our side: end of file on its standard input. */
  end(): void;
  /** Every line that comes, as bytes without the newline; what came before is given at once. */
  onLine(listener: (line: Uint8Array) => void): void;
  /** The server has ended the stream, or is gone. */
  readonly closed: Promise<void>;
  readonly isClosed: boolean;
  /** Whether the server has stopped reading: what was written does not get through to it. */
  readonly isStalled?: boolean;
  /** A new exchange begins: limits count from here. */
  resetLimits?(): void;
  /** Why the link was closed from our side, as one sentence, if the server sent more than the limits allow. */
  readonly flood?: string | undefined;
  /** Of a process that was started for this link. */
  readonly process?: LinkProcess;
  /** Closes it and ends what was started for it; never rejects. */
  close(): Promise<void>;
}

export interface LinkProcess {
  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void;
  /** Its exit code, or the name of the signal that ended it. */
  readonly exited: Promise<number | string>;
  /** The end of what it wrote to standard error. */
  stderr(): string;
}

/** A request over HTTP, said exactly so. */
export interface HttpAsk {
  readonly method: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, in one piece or in several. */
  readonly body?: string | Uint8Array;
  /** After the body has begun: so many milliseconds of nothing before its last byte. */
  readonly stallMs?: number;
  /** Hang up as soon as the request is written, without reading the answer. */
  readonly hangUp?: boolean;
  /** Milliseconds to wait for the answer to be complete. */
  readonly patience: number;
  /** Whether an event stream has said enough: it is left then. `piece`: what of the body was not there the last time. */
  enough?(body: string, piece?: string): boolean;
}

/** The server as it is reached: by lines or by HTTP. */
export type CheckedPeer = LinePeer | HttpPeer;

export interface LinePeer {
  readonly transport: 'stdio' | 'tcp';
  /** A new process or a new connection. Rejects with a sentence where there is none. */
  open(): Promise<LineLink>;
}

export interface HttpPeer {
  readonly transport: 'http';
  /** Where it is: `http://127.0.0.1:3000/mcp`. */
  readonly url: string;
  /** Undefined if no answer came: refused, hung up without one, or too late. */
  ask(ask: HttpAsk): Promise<HttpReply | undefined>;
}
