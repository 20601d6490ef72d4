import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { read, type Message } from './wire.js';

/** What is said to a call of a tool. */
export interface RawAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: object | string;
}

/** An HTTP server that shakes hands and then answers each call as it is told, the first answer to the first call. */
export async function serveRaw(
  answer: (call: number, message: Message) => RawAnswer,
): Promise<string> {
  let calls = 0;
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const message = read(Buffer.concat(chunks).toString());
      if (message.id === undefined) return void response.writeHead(202).end();
      const {
        status,
        headers = {},
        body,
      } = message.method === 'tools/call' ? answer(++calls, message) : greet(message);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

function greet({ id, method }: Message): RawAnswer {
  const result =
    method === 'initialize'
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'raw', version: '1.0.0' },
        }
      : { tools: [] };
  return { status: 200, body: { jsonrpc: '2.0', id, result } };
}
