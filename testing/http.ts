import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Dispatcher, request } from 'undici';

export interface ReceivedHttp {
  readonly status: number;
  /** The parsed body; undefined if it was empty. */
  readonly body: unknown;
}

export interface AskOptions {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  /** The whole header. */
  readonly authorization?: string;
  readonly signal?: AbortSignal;
  /** Default: a connection of its own, closed afterwards. */
  readonly dispatcher?: Dispatcher;
}

/** One request over real HTTP, and its parsed answer. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { body, raw, authorization, signal, dispatcher }: AskOptions = {},
): Promise<ReceivedHttp> {
  const response = await request(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
    ...(signal !== undefined && { signal }),
    // A kept connection would break in place of a refused one when the server stops.
    ...(dispatcher === undefined ? { reset: true } : { dispatcher }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

/** A TCP server that gives each connection to a function, and counts them. */
export async function startRaw(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Answers each request that comes in one piece with this body. */
export const answering = (status: string, body: string) => (socket: Socket) =>
  void socket.on('data', () =>
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );

/** A port of the loopback that is taken until it is closed. */
export async function busyPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
