import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { LineLink } from './peer.js';
import { tcpPeer } from './tcp-peer.js';

/** A port that does something with each connection. */
async function listen(serve: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => undefined));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    peer: tcpPeer({ host: '127.0.0.1', port }),
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** All lines until it is closed. */
async function linesOf(link: LineLink): Promise<string[]> {
  const message: string[] = [];
  link.onLine((line) => void message.push(Buffer.from(line).toString()));
  await link.closed;
  return message;
}

describe('a server on a port', () => {
  it('is read line by line, also after our side has ended', async () => {
    const { peer, close } = await listen((socket) => socket.pipe(socket));
    const [first, second] = await Promise.all([peer.open(), peer.open()]);
    first.write(Buffer.from('one\ntw'));
    first.write(Buffer.from('o\n'));
    first.end();
    second.write(Buffer.from('three\n'));
    second.end();
    expect(await linesOf(first)).toEqual(['one', 'two']);
    expect(await linesOf(second)).toEqual(['three']);
    expect(first.isClosed).toBe(true);
    await Promise.all([first.close(), second.close()]);
    await close();
  });

  it('may hang up while it is written to', async () => {
    const { peer, close } = await listen((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    const link = await peer.open();
    for (let i = 0; i < 50; i += 1) link.write(Buffer.alloc(100_000, 'x'));
    await link.closed;
    link.write(Buffer.from('too late\n'));
    link.end();
    await expect(link.close()).resolves.toBeUndefined();
    await close();
  });

  it('is hung up on when the link is closed, even within a message', async () => {
    const { peer, sockets, close } = await listen((socket) => void socket.resume());
    const link = await peer.open();
    link.write(Buffer.from('{"jsonrpc"'));
    await Promise.all([link.close(), link.close()]);
    const [socket] = sockets;
    if (!socket!.readableEnded) await once(socket!, 'end');
    expect(link.isClosed).toBe(true);
    await close();
  });

  it('is cut off if it sends more than the limit', async () => {
    const line = `${'x'.repeat(65_535)}\n`;
    const { peer, close } = await listen((socket) => {
      const flood = (): void => {
        while (socket.write(line));
      };
      socket.on('drain', flood);
      flood();
    });
    const link = await peer.open();
    const message = await linesOf(link);
    expect(message.length).toBeLessThanOrEqual(1024);
    await link.close();
    await close();
  });
});

describe('a closed port', () => {
  it('gives a sentence', async () => {
    const { peer, close } = await listen(() => undefined);
    await close();
    await expect(peer.open()).rejects.toMatchObject({
      name: 'Unreachable',
      message: expect.stringMatching(
        /^there is no connection to 127\.0\.0\.1:\d+: the connection was refused$/,
      ),
    });
  });
});
