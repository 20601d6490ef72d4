import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { takeLines, type Lines } from '../../stdio/testing/take-lines.js';
import type { TcpAddress } from '../serve-tcp.js';

export interface TcpClient {
  readonly socket: Socket;
  /** What the server says; reading begins with the first look at it. */
  readonly lines: Lines;
  /** Settles when the socket is closed, with what it said last. */
  readonly closed: Promise<unknown>;
  send(...lines: readonly string[]): void;
}

/** A client that ends only when the test ends it, so that a test sees what the server does on its own. */
export async function dial(address: TcpAddress): Promise<TcpClient> {
  const socket = connect({ ...address, noDelay: true, allowHalfOpen: true });
  let failure: unknown;
  socket.on('error', (error) => (failure = error));
  const closed = new Promise((resolve) => socket.once('close', () => resolve(failure)));
  await once(socket, 'connect');
  let lines: Lines | undefined;
  return {
    socket,
    closed,
    get lines() {
      return (lines ??= takeLines(socket));
    },
    send: (...texts) => void socket.write(texts.map((text) => `${text}\n`).join('')),
  };
}
