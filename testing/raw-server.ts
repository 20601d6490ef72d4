import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from './messages.js';

export interface Listening {
  readonly url: URL;
  close(): Promise<void>;
}

/** An HTTP server on a free port of the loopback. */
export async function listen(handler: RequestListener): Promise<Listening> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface RawRequest extends Message {
  readonly id: number | string;
  readonly method: string;
}

export interface RawAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: string | object;
}

export interface RawServer extends Listening {
  /** The methods of all requests, in the order they came. */
  readonly methods: readonly string[];
}

/**
 * A server made by hand, for answers that no SDK would give. It shakes hands in 2025-11-25 and lists one read-only tool, `read`,
 * and one that says nothing of itself, `write`; all other requests are answered by the test. Null cuts the connection.
 */
export async function serveRaw(
  answer: (request: RawRequest, count: number) => RawAnswer | null | undefined,
): Promise<RawServer> {
  const methods: string[] = [];
  const listening = await listen((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const message = JSON.parse(text) as RawRequest;
      if (message.id === undefined) return void response.writeHead(202).end();
      methods.push(message.method);
      const count = methods.filter((method) => method === message.method).length;
      const given = answer(message, count);
      send(response, given === undefined ? { body: reply(message.id, usual(message)) } : given);
    });
  });
  return { ...listening, methods };
}

export const reply = (id: RawRequest['id'], result: object) => ({ jsonrpc: '2.0', id, result });

export const errorReply = (id: RawRequest['id'], code: number, message: string, data?: object) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

function usual({ method }: RawRequest): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'raw', version: '1.0.0' },
      };
    case 'tools/list': {
      const inputSchema = { type: 'object' };
      return {
        tools: [
          { name: 'read', inputSchema, annotations: { readOnlyHint: true } },
          { name: 'write', inputSchema },
        ],
      };
    }
    default:
      return { content: [{ type: 'text', text: 'done' }] };
  }
}

function send(response: ServerResponse, answer: RawAnswer | null): void {
  if (answer === null) return void response.destroy();
  const { status = 200, headers = {}, body } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(text);
}
