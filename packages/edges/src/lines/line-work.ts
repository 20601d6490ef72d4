import {
  type Connection,
  encodeNotification,
  type Exchange,
  type Params,
  type Problem,
} from '@errata/core/internal';

/** Milliseconds of a handler after which what was written so far leaves at once. */
const SLOW = 2;

/**
 * Handles each line of a peer: its connection works on it, and the reply is sent. Replies of one turn leave together;
 * a handler that blocks the process does not make the replies before the next handler wait: `flush` lets them out.
 */
export function createLineWork(
  connection: Connection,
  pending: PendingReplies,
  send: (text: string) => void,
  flush: () => void,
): (line: Uint8Array | Problem) => void {
  return (line) => {
    const started = performance.now();
    const exchange = new LineExchange(send);
    const answer = (text: string | undefined): void => {
      exchange.answered();
      if (text !== undefined) send(text);
    };
    const reply =
      line instanceof Uint8Array
        ? connection.receive(line, exchange)
        : connection.handle(line, exchange);
    if (typeof reply === 'object') pending.add(reply, answer);
    else answer(reply);
    if (performance.now() - started > SLOW) flush();
  };
}

/** The content of one line until it is answered. Progress after the reply is dropped. */
export class LineExchange implements Exchange {
  #write: ((text: string) => void) | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** An arrow, so that a handler may take it out of its exchange. Throws where params have no JSON form. */
  readonly notify = (method: string, params?: Params): void => {
    this.#write?.(encodeNotification(method, params));
  };

  /** A reply that its connection gave up waiting for. */
  deliver(reply: string): void {
    this.#write?.(reply);
  }

  answered(): void {
    this.#write = undefined;
  }
}

/** The replies that handlers are still working on. */
export class PendingReplies {
  #count = 0;
  #waiting: (() => void) | undefined = undefined;

  /** Sends the reply. A connection never rejects; if it does, there is no reply. */
  add(reply: Promise<string | undefined>, answer: (text: string | undefined) => void): void {
    this.#count++;
    const done = (text?: string): void => {
      answer(text);
      if (--this.#count === 0) this.release();
    };
    reply.then(done, () => done());
  }

  /** Settles when there is nothing left to wait for, or no use in waiting. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#waiting = resolve;
    });
  }

  /** Settles `idle`. */
  release(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
