import { once } from 'node:events';
import { connect } from 'node:net';
import type { Era } from '@errata/core/era';
import { shakeHands } from './shake-hands.js';
import { createLineWire } from './line-wire.js';
import { WireError } from './wire-error.js';
import type { Wire, WireOptions } from './wire.js';

export interface TcpWireOptions extends WireOptions {
  readonly host: string;
  readonly port: number;
  /** Plain JSON-RPC by default. */
  readonly era?: Era;
}

/** Speak newline-delimited JSON to a port. */
export async function connectTcp(options: TcpWireOptions): Promise<Wire> {
  const { host, port, era = 'jsonrpc' } = options;
  const socket = connect({ host, port });
  await once(socket, 'connect');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const { wire, receive, fail } = createLineWire(
    {
      write: (bytes) => void socket.write(bytes),
      close() {
        socket.destroy();
        return closed;
      },
    },
    era,
    options,
  );
  socket.setEncoding('utf8').on('data', receive);
  socket.on('error', (cause) => fail(new WireError('the connection is broken', { cause })));
  socket.on('close', () => fail(new WireError('the server has closed the connection')));
  try {
    await shakeHands(wire, options);
  } catch (thrown) {
    await wire.close();
    throw thrown;
  }
  return wire;
}
