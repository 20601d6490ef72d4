import { once } from 'node:events';
import { connect } from 'node:net';
import { takeLines, type Lines } from '../../stdio/testing/take-lines.js';
import type { TcpAddress } from '../serve-tcp.js';

export type TcpClient = Awaited<ReturnType<typeof dial>>;

/** A client that ends only when the test ends it, so that a test sees what the server does on its own. */
export async function dial(address: TcpAddress) {
  const socket = connect({ ...address, noDelay: true, allowHalfOpen: true });
  let failure: unknown;
  socket.on('error', (error) => (failure = error));
  const closed = new Promise((resolve) => socket.once('close', () => resolve(failure)));
  await once(socket, 'connect');
  let lines: Lines | undefined;
  return {
    socket,
    /** Settles when the socket is closed, with what it said last. */
    closed,
    /** What the server says; reading begins with the first look at it. */
    get lines(): Lines {
      return (lines ??= takeLines(socket));
    },
    send: (...texts: readonly string[]) =>
      void socket.write(texts.map((text) => `${text}\n`).join('')),
  };
}
