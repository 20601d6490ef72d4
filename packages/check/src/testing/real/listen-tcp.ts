import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { LinePeer } from '../../wire/peer.js';
import { memoryLinePeer } from '../memory-line-peer.js';
import type { SampleServer } from '../sample-server.js';

/** A server on a port of this machine. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** The sample on a real port, in lines. */
export async function serveTcp(sample: SampleServer): Promise<Listening> {
  const peer = memoryLinePeer(sample, 'tcp');
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    // A port that is not served again looks like a connection that ends at once.
    void serve(peer, socket).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(peer: LinePeer, socket: Socket): Promise<void> {
  const link = await peer.open();
  link.onLine(
    (line) => void (socket.writable && socket.write(`${Buffer.from(line).toString()}\n`)),
  );
  socket.on('data', (chunk: Buffer) => link.write(chunk)).once('end', () => link.end());
  socket.once('close', () => void link.close());
  await link.closed;
  socket.end();
}
