import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { HttpEdge } from '../edge.js';
import { toFetchHandler } from '../fetch-handler.js';
import type { HttpResponse } from '../http-messages.js';
import { serveHttp } from '../serve-http.js';
import { toExpress, toFastify, toHono } from '../mounts.js';
import { toNodeHandler } from '../node-handler.js';
import { exchange, type Received, type Sent } from './http-client.js';

/** An edge that can be asked, whatever is in front of it. */
export interface Mounted {
  send(sent: Sent): Promise<Received>;
  /** Where it listens, if it does. */
  readonly url?: string;
  close(): Promise<void>;
}

export type Mount = (edge: HttpEdge) => Promise<Mounted>;

/** The edge by itself: no socket, no server. */
const neutral: Mount = async (edge) => ({
  async send({ method = 'POST', headers = {}, body, address }) {
    const lower: Record<string, string> = { host: 'localhost', ...lengthOf(body) };
    for (const [name, value] of Object.entries(headers)) lower[name.toLowerCase()] = value;
    const answer = await edge.handle({
      method,
      address,
      header: (name) => lower[name],
      onClosed: () => undefined,
      body,
    });
    return { status: answer.status, headers: lowerCase(answer.headers), body: readAnswer(answer) };
  },
  close: async () => edge.close(),
});

/** As every client says it. */
function lengthOf(body: string | Uint8Array | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

function readAnswer({ body, stream }: HttpResponse): string {
  if (stream === undefined) return body ?? '';
  let text = '';
  stream({ closed: false, write: (more) => (text += more), end: () => undefined });
  return text;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

const fetched: Mount = async (edge) => {
  const handle = toFetchHandler(edge);
  return {
    async send({ method = 'POST', headers = {}, body }) {
      const response = await handle(
        new Request('http://localhost/mcp', {
          method,
          headers: { ...lengthOf(body), ...headers },
          ...(body !== undefined && { body }),
        }),
      );
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
    close: async () => edge.close(),
  };
};

/** A server of node:http with an edge somewhere behind it. */
async function mounted(edge: HttpEdge, server: Server): Promise<Mounted> {
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return {
    url,
    send: (sent) => exchange(url, sent),
    async close() {
      edge.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const ADAPTERS: Readonly<Record<string, Mount>> = {
  neutral,
  fetch: fetched,
  node: (edge) => mounted(edge, createServer(toNodeHandler(edge)).listen(0, '127.0.0.1')),
  async listen(edge) {
    const { url, close } = await serveHttp(edge);
    return { url, send: (sent) => exchange(url, sent), close: () => close({ grace: 0 }) };
  },
  hono(edge) {
    const app = new Hono();
    app.all('/mcp', toHono(edge));
    return mounted(edge, serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
  },
  'hono after a middleware that read the body'(edge) {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.text();
      await next();
    });
    app.all('/mcp', toHono(edge));
    return mounted(edge, serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
  },
  express(edge) {
    const app = express();
    app.all('/mcp', toExpress(edge));
    return mounted(edge, createServer(app).listen(0, '127.0.0.1'));
  },
  async fastify(edge) {
    const app = fastify();
    await app.register(toFastify(edge), { path: '/mcp' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { url, send } = await mounted(edge, app.server);
    return {
      ...(url !== undefined && { url }),
      send,
      async close() {
        edge.close();
        app.server.closeAllConnections();
        await app.close();
      },
    };
  },
};

/** Those with a socket that a test can get hold of. */
export const LISTENING = ['node', 'listen', 'hono', 'express', 'fastify'] as const;
