import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createServerV1 } from './create-server-v1.js';
import { createServerV2 } from './create-server-v2.js';
import { listen, type Listening } from '@errata/testing/raw-server';

/** SDK v1 over HTTP: one session, for one client. */
export async function serveHttpV1(): Promise<Listening> {
  const server = createServerV1({});
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await server.connect(transport as Transport);
  const listening = await listen((request, response) => {
    void transport.handleRequest(request, response);
  });
  return {
    url: listening.url,
    async close() {
      await server.close();
      await listening.close();
    },
  };
}

/** SDK v2 over HTTP: each request has a server of its own, in the revision that it asks for. */
export async function serveHttpV2(): Promise<Listening> {
  const calls = {};
  const handler = createMcpHandler(() => createServerV2(calls));
  return listen((request, response) => {
    void answerFetch(handler, request, response);
  });
}

type Handler = ReturnType<typeof createMcpHandler>;

export async function answerFetch(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const { method = 'GET', url = '/', headers } = request;
  const body = Buffer.concat(chunks).toString();
  const answered = await handler.fetch(
    new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'POST' && { body }),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  for await (const chunk of answered.body ?? []) response.write(chunk);
  response.end();
}
