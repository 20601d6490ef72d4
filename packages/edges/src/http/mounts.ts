import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpEdge } from './edge.js';
import { toFetchHandler } from './fetch-handler.js';
import { toNodeHandler } from './node-handler.js';

/** As much of Hono's context as is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request; text(): Promise<string> };
  /** Under `@hono/node-server`, the request of node:http is in there. */
  readonly env?: unknown;
}

/** A handler for `app.all('/mcp', toHono(edge))`. */
export function toHono(edge: HttpEdge): (context: HonoContext) => Promise<Response> {
  const handle = toFetchHandler(edge);
  return async ({ req, env }) => {
    const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
    const address = incoming?.socket?.remoteAddress;
    // Hono remembers a body that some middleware read.
    return handle(req.raw, { address, ...(req.raw.bodyUsed && { body: await req.text() }) });
  };
}

/** A handler for `app.all('/mcp', toExpress(edge))`, before or after `express.json()`. */
export function toExpress(
  edge: HttpEdge,
): (request: IncomingMessage, response: ServerResponse, next?: unknown) => void {
  return toNodeHandler(edge);
}

/** As much of a Fastify instance as is used. */
export interface FastifyApp {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => void): unknown;
}

interface FastifyRequest {
  readonly raw: IncomingMessage;
}

interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

/** Options of the Fastify plugin. */
export interface FastifyMountOptions {
  readonly path?: string;
}

/** A plugin for `app.register(toFastify(edge), { path: '/mcp' })`. */
export function toFastify(
  edge: HttpEdge,
): (app: FastifyApp, options: FastifyMountOptions, done: () => void) => void {
  const handle = toNodeHandler(edge);
  return (app, { path = '/mcp' }, done) => {
    // The edge reads bodies itself: with its limits, its refusals and every digit of an id. Only within this plugin.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    app.all(path, ({ raw }, reply) => {
      reply.hijack();
      // What hooks have put on the reply, such as CORS headers, goes along.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      handle(raw, reply.raw);
    });
    done();
  };
}
