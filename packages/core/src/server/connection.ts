import type { IdText, Incoming } from '../codec/index.js';
import type { Met } from './answer-failure.js';
import type { Exchange } from './exchange.js';
import type { Maybe } from './maybe.js';

/** One peer's requests. Its ids are its own: another connection may use the same ones at the same time. */
export interface Connection {
  /** Work on one text and give the text to answer with, if any. Synchronous where the handlers are. Never throws, never rejects. */
  receive(input: string | Uint8Array, exchange?: Exchange): Maybe<string | undefined>;
  /** The same for a text that an edge has parsed, because it had to look inside. */
  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined>;
  /** The reply to something that the edge itself met: a header that does not fit, a body that does not end. */
  refuse(met: Met, id?: IdText, exchange?: Exchange): string;
  /** How many requests wait for their reply. */
  readonly inFlight: number;
  /** Cancel whatever is in progress: the peer is gone. */
  close(why?: unknown): void;
  /** Settles when everything behind it has ended too, where there is something that takes its time. */
  readonly closed?: Promise<void>;
  /** Answer whatever is in progress with a failure: the process cannot go on. What handlers still return is dropped. */
  abandon(thrown: unknown, deliver: Deliver): void;
}

/** Takes a reply that nobody waits for any more to where its request came from. */
export type Deliver = (reply: string, exchange: Exchange | undefined) => void;
