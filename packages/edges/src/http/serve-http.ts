import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '@errata/core';
import { assertOptions, GENERIC, ignoringErrors } from '@errata/core/internal';
import { guardServing, within } from '../process/index.js';
import type { HttpEdge } from './edge.js';
import { toNodeHandler } from './node-handler.js';
import { HTTP_OPTIONS, type ListenOptions } from './settings.js';

/** Options of `close`. */
export interface CloseOptions {
  /** Replaces `drain`, in milliseconds. */
  readonly grace?: number;
}

/** A server that listens. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Finish what is in progress, end the streams, close the sockets. */
  close(options?: CloseOptions): Promise<void>;
}

/** A server for an edge, and for little else. */
export async function serveHttp(edge: HttpEdge, options: ListenOptions = {}): Promise<Listening> {
  assertOptions('serveHttp', options, HTTP_OPTIONS);
  const { port = 0, host = '127.0.0.1', path = '/mcp', routes = {} } = options;
  const handle = toNodeHandler(edge);
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const end = url.indexOf('?');
    const requestPath = end === -1 ? url : url.slice(0, end);
    if (requestPath === path) return handle(request, response);
    if (Object.hasOwn(routes, requestPath)) return routes[requestPath]!(request, response);
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
  const closeOnce = ({ grace = options.drain ?? 10_000 }: CloseOptions = {}): Promise<void> => {
    if (closing === undefined) {
      ignoringErrors(() => options.draining?.());
      closing = close(edge, server, grace);
    }
    return closing;
  };
  let ended: Promise<unknown> | undefined;
  const end = async (given?: CloseOptions): Promise<void> => {
    await closeOnce(given);
    await (ended ??= options.ending?.() ?? Promise.resolve());
  };
  const release =
    options.guardProcess === false
      ? () => undefined
      : guardServing({
          redactor: edge.redactor,
          connections: () => edge.connections(),
          deliver: edge.deliver,
          flush: () => closeOnce({ grace: FLUSH }),
          close: end,
        });
  return {
    url: `http://${name}:${taken}${path}`,
    port: taken,
    close(given) {
      release();
      return end(given);
    },
  };
}

/** Milliseconds for the last answers to leave. */
const FLUSH = 500;

async function close(edge: HttpEdge, server: Server, grace: number): Promise<void> {
  // From here on every answer closes its connection, and the streams of sessions end.
  edge.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if (!(await within(grace, closed))) {
    // The rest is still owed a reply.
    for (const connection of edge.connections()) {
      ignoringErrors(() => connection.abandon(new Fault(GENERIC.CANCELLED, {}), edge.deliver));
    }
    if (!(await within(FLUSH, closed))) server.closeAllConnections();
    await closed;
  }
  edge.close();
}
