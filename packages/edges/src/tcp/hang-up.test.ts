import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { hangUp } from './serve-socket.js';
import { dial, type TcpClient } from './testing/tcp-client.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The two ends of a connection. */
async function connectPair(): Promise<{ client: TcpClient; socket: Socket }> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const client = await dial({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const [socket] = (await accepted) as [Socket];
  socket.on('error', () => {}); // a test may reset it
  cleanups.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => socket.destroy(),
    () => client.socket.destroy(),
  );
  return { client, socket };
}

describe('hanging up', () => {
  it('reads what the client still sends, so that no reply is lost', async () => {
    const { client, socket } = await connectPair();
    socket.pause();
    socket.write('"last words"\n');
    const sent = new Promise((resolve) =>
      client.socket.write(Buffer.alloc(20_000_000, ' '), resolve),
    );
    const gone = hangUp(socket, 60_000);
    expect(await sent).toBeFalsy();
    expect(await client.lines.rest()).toEqual(['"last words"']);
    client.socket.end();
    await gone;
    expect(await client.closed).toBeUndefined();
  });

  it('sends everything first, also to a client that reads late', async () => {
    const { client, socket } = await connectPair();
    const text = 'x'.repeat(20_000_000);
    socket.write(`${text}\n`);
    const gone = hangUp(socket, 60_000);
    await once(client.socket, 'readable');
    expect(await client.lines.rest()).toEqual([text]);
    client.socket.end();
    await gone;
  });

  it('disconnects a client that does not read for too long', async () => {
    const { socket } = await connectPair();
    socket.write('x'.repeat(20_000_000));
    await hangUp(socket, 20);
    expect(socket.destroyed).toBe(true);
  });

  it('disconnects a client that keeps sending', async () => {
    const { client, socket } = await connectPair();
    const chatter = setInterval(() => client.socket.write('x'), 5);
    cleanups.push(() => clearInterval(chatter));
    await hangUp(socket, 60_000);
    expect(socket.destroyed).toBe(true);
  });

  it('finishes at once if the socket is closed', async () => {
    const { socket } = await connectPair();
    socket.destroy();
    await once(socket, 'close');
    await expect(hangUp(socket, 60_000)).resolves.toBeUndefined();
  });
});
