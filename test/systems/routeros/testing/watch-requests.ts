import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Start {
  readonly socket: Socket;
  readonly response: ServerResponse;
}

/** What one port saw. */
interface Seen {
  readonly open: Set<ServerResponse>;
  /** When each began, in milliseconds. */
  readonly began: number[];
  /** The most requests that waited for their answer at the same time. */
  most: number;
}

export type RequestWatch = ReturnType<typeof watchRequests>;

/** Counts the requests to the HTTP servers of this process, as they see them. */
export function watchRequests() {
  const ports = new Map<number, Seen>();
  const at = (port: number): Seen => {
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
    seen: (port: number): Readonly<Omit<Seen, 'open'>> => at(port),
    stop: () => void unsubscribe('http.server.request.start', onStart),
  };
}
