import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { objectOrEmpty } from '@errata/core/internal';
import { callModern } from './http.js';
import { servedCommand, startHttp, type StartedHttp } from './start.js';
import { ENVELOPE, read, request, type Message } from './wire.js';

export const SERVED = ['listen', 'tcp', 'kit-http', 'kit-tcp', 'serve'] as const;

/** A server as its author writes it, and calls of it that are in progress. */
export async function serveAndCall(
  kind: (typeof SERVED)[number],
  drain?: number,
): Promise<{
  server: StartedHttp;
  /** Call a tool: the reply, or what happened instead. */
  call(id: number, name: string): Promise<Message | string>;
}> {
  const server = await startHttp(servedCommand(kind, drain));
  if (server.url.startsWith('http:')) {
    const call = async (id: number, name: string) => {
      try {
        return (await callModern(server.url, name, {}, id)).message;
      } catch (error) {
        return (error as Error).message;
      }
    };
    return { server, call };
  }
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const waiting = new Map<unknown, (message: Message | string) => void>();
  createInterface({ input: socket }).on('line', (line) => {
    const message = read(line);
    waiting.get(message.id)?.(message);
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      for (const tell of waiting.values()) tell('the connection ended');
    });
  const call = (id: number, name: string): Promise<Message | string> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      const params = { name, arguments: {}, _meta: ENVELOPE };
      socket.write(`${request(id, 'tools/call', params)}\n`);
    });
  return { server, call };
}

/** How calls ended: `done`, `failed`, or what happened to the connection. */
export function outcomeOf(answer: Message | string): string {
  if (typeof answer === 'string') return answer;
  const { error, result } = answer;
  return error !== undefined || objectOrEmpty(result)['isError'] === true ? 'failed' : 'done';
}
