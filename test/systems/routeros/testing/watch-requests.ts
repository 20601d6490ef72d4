import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What one port saw. */
export interface Seen {
  /** The most requests that waited for their answer at the same time. */
  readonly most: number;
  /** When each began, in milliseconds. */
  readonly began: readonly number[];
}

/** Counts the requests to the HTTP servers of this process, as they see them. */
export interface RequestWatch {
  seen(port: number): Seen;
  stop(): void;
}

interface Start {
  readonly socket: Socket;
  readonly response: ServerResponse;
}

interface Counted {
  readonly open: Set<ServerResponse>;
  readonly began: number[];
  most: number;
}

export function watchRequests(): RequestWatch {
  const ports = new Map<number, Counted>();
  const at = (port: number) => {
    const known = ports.get(port) ?? { open: new Set(), most: 0, began: [] };
    ports.set(port, known);
    return known;
  };
  const onStart = (message: unknown): void => {
    const { socket, response } = message as Start;
    const port = at(socket.localPort ?? 0);
    port.began.push(performance.now());
    port.open.add(response);
    response.once('close', () => port.open.delete(response));
    // TLS reports an answer as written a turn after the client may have it, and may ask again.
    const unanswered = [...port.open].filter(({ writableEnded }) => !writableEnded);
    port.most = Math.max(port.most, unanswered.length);
  };
  subscribe('http.server.request.start', onStart);
  return {
    seen: at,
    stop: () => void unsubscribe('http.server.request.start', onStart),
  };
}
