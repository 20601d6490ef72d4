import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpEdge } from './edge.js';
import { toNodeHandler } from './node-handler.js';

export interface ListenOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  readonly path?: string;
  /** What is answered on other paths, such as that of OAuth's resource metadata. */
  readonly routes?: Readonly<Record<string, RequestListener>>;
}

export interface CloseOptions {
  /** Milliseconds for what is in progress; then it is cut off. 10 s unless told. */
  readonly grace?: number;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Finish what is in progress, end the streams, close the sockets. */
  close(options?: CloseOptions): Promise<void>;
}

/** A server for an edge, and for little else. */
export async function listen(
  edge: HttpEdge,
  { port = 0, host = '127.0.0.1', path = '/mcp', routes = {} }: ListenOptions = {},
): Promise<Listening> {
  if (!Number.isInteger(port))
    throw new TypeError(`port has to be an integer, not ${String(port)}`);
  const handle = toNodeHandler(edge);
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const end = url.indexOf('?');
    const asked = end === -1 ? url : url.slice(0, end);
    if (asked === path) return handle(request, response);
    if (Object.hasOwn(routes, asked)) return routes[asked]!(request, response);
    response.writeHead(404, { 'Content-Type': 'text/plain', 'Content-Length': '10' });
    response.end('Not found\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: taken } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${name}:${taken}${path}`,
    port: taken,
    close: ({ grace = 10_000 } = {}) => (closing ??= close(edge, server, grace)),
  };
}

async function close(edge: HttpEdge, server: Server, grace: number): Promise<void> {
  // From here on every answer closes its connection, and the streams of sessions end.
  edge.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(timer);
  edge.close();
}
