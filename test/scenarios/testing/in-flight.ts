import { objectOrEmpty } from '@errata/core/internal';
import { connectTcp } from '@errata/prove';
import { callModern } from './http.js';
import { servedCommand, startHttp, type StartedHttp } from './start.js';
import { ERA_2026, modernCall, type Message } from './wire.js';

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
  const { protocol, hostname: host, port } = new URL(server.url);
  const overTcp =
    protocol === 'http:'
      ? undefined
      : await connectTcp({ host, port: Number(port), era: ERA_2026, handshake: false });
  return {
    server,
    async call(id, name) {
      try {
        if (overTcp === undefined) return (await callModern(server.url, name, {}, id)).message;
        return (await overTcp.send(modernCall(id, name))).message as Message;
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}

/** How calls ended: `done`, `failed`, or what happened to the connection. */
export function outcomeOf(answer: Message | string): string {
  if (typeof answer === 'string') return answer;
  const { error, result } = answer;
  return error !== undefined || objectOrEmpty(result)['isError'] === true ? 'failed' : 'done';
}
