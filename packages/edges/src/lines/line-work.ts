import type { Problem, Connection } from '@errata/core/internal';
import { LineExchange } from './line-exchange.js';
import type { PendingReplies } from './pending-replies.js';

/** What is done with each line of a peer: its connection works on it, and what comes of it is sent. */
export function createLineWork(
  connection: Connection,
  pending: PendingReplies,
  send: (text: string) => void,
): (line: Uint8Array | Problem) => void {
  return (line) => {
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
  };
}
