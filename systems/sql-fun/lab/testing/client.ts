import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface Reply {
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

/** A client of the daemon that sends what a test asks for. */
export async function dial(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  const waiting = new Map<unknown, (reply: Reply) => void>();
  const replies: Reply[] = [];
  createInterface({ input: socket }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    replies.push(reply);
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let last = 0;
  return {
    closed,
    /** Everything that the daemon has sent. */
    replies,
    write: (text: string) => void socket.write(text),
    send: (text: string) => void socket.write(`${text}\n`),
    /** One request, and its reply; a connection that ends first fails it. */
    call(method: string, params?: object): Promise<Reply> {
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        void closed.then(() => reject(new Error('The connection was closed')));
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      });
    },
    async close() {
      socket.destroy();
      await closed;
    },
  };
}

export type Client = Awaited<ReturnType<typeof dial>>;
