import type { Connection } from '@errata/core/internal';

/** Messages to a client outside of replies: notifications and requests of the server. */
export interface Channel {
  /** One message, as text without a newline. */
  send(text: string): void;
  /** Answer what is in progress and hang up, where the edge can. */
  end?(why: unknown): void;
  /** Lift the limits of new clients, where the edge has any. False where there are too many clients. */
  admit?(): boolean;
}

/** What an edge serves: a connection, or how to make one that can also speak unasked. */
export type Served = Connection | ((channel: Channel) => Connection);

export function openConnection(served: Served, channel: Channel): Connection {
  return typeof served === 'function' ? served(channel) : served;
}
