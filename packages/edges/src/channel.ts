import type { Connection } from '@errata/core/internal';

/** Messages to a client outside of replies: notifications and requests of the server. */
export interface Channel {
  /** One message, as text without a newline. */
  send(text: string): void;
  /** Answers calls in progress and closes the connection, if the edge can. */
  end?(why: unknown): void;
  /** Lifts the limits of new clients, if the edge has any. False if there are too many clients. */
  admit?(): boolean;
}

/** What an edge serves: a connection, or a factory whose connections can also send notifications. */
export type Served = Connection | ((channel: Channel) => Connection);

export function openConnection(served: Served, channel: Channel): Connection {
  return typeof served === 'function' ? served(channel) : served;
}
