import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pidFilePath } from '../../src/daemon/runtime-folder.js';

/** A message as a client sends it. */
export interface ReceivedRequest {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What is said to a message: an object as a line of JSON, a text as it is. */
export type Play = (
  heard: ReceivedRequest,
  say: (what: object | string) => void,
  socket: Socket,
) => void;

export interface FakeDaemon {
  readonly port: number;
  readonly heard: readonly ReceivedRequest[];
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

export const TOKEN = 'a1'.repeat(20);

/** Write a PID file as the daemon does. */
export function writePid(folder: string, content: object | string, mode = 0o600): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(pidFilePath(folder), text, { mode });
}

export const result = ({ id }: ReceivedRequest, value: unknown) => ({
  jsonrpc: '2.0',
  id,
  result: value,
});

export const error = ({ id }: ReceivedRequest, code: number, message: string, data?: object) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

/** A server whose answers the test sets, by method; `*` is for all others. By default it answers `hello` correctly. */
export async function startFakeDaemon(
  folder: string,
  plays: Readonly<Record<string, Play>> = {},
): Promise<FakeDaemon> {
  const heard: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const known: Readonly<Record<string, Play>> = {
    hello: (message, say) => say(result(message, { server: 'fake', pid: process.pid })),
    '*': (message, say) => say(result(message, message.params)),
    ...plays,
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const say = (what: object | string) =>
      void socket.write(typeof what === 'string' ? what : `${JSON.stringify(what)}\n`);
    let text = '';
    socket
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        const lines = (text + chunk).split('\n');
        text = lines.pop()!;
        for (const line of lines) {
          const message = JSON.parse(line) as ReceivedRequest;
          heard.push(message);
          (known[message.method] ?? known['*']!)(message, say, socket);
        }
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  writePid(folder, { pid: process.pid, port, token: TOKEN });
  return {
    port,
    heard,
    sockets,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
