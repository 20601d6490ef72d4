import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP server that does with each connection what it is told, and counts them. */
export async function startRaw(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Answers each request that comes in one piece with this body. */
export const answering = (status: string, body: string) => (socket: Socket) =>
  void socket.on('data', () =>
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );
