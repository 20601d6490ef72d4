import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ServerOutput } from './server-output.js';
import { Unreachable, type LinePeer } from './peer.js';

export interface TcpPeerOptions {
  readonly host: string;
  readonly port: number;
}

/** Milliseconds for a connection to come about. */
const PATIENCE = 5000;

/** A server that listens on a port, and speaks in lines. */
export function tcpPeer(options: TcpPeerOptions): LinePeer {
  return {
    transport: 'tcp',
    async open() {
      const socket = await connected(options);
      const output = new ServerOutput(socket, () => void socket.destroy());
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      return {
        write: (bytes) => void (socket.writable && socket.write(bytes)),
        end: () => void socket.end(),
        onLine: (listener) => output.onLine(listener),
        closed: output.closed,
        get isClosed() {
          return output.isClosed;
        },
        resetLimits: () => output.resetLimits(),
        get flood() {
          return output.flood;
        },
        close() {
          socket.destroy();
          return gone;
        },
      };
    },
  };
}

async function connected({ host, port }: TcpPeerOptions): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  const late = setTimeout(() => {
    socket.destroy(new Error(`no answer in ${PATIENCE / 1000} s`));
  }, PATIENCE);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ECONNREFUSED' ? 'the connection was refused' : message;
    throw new Unreachable(`there is no connection to ${host}:${port}: ${why}`, { cause });
  } finally {
    clearTimeout(late);
  }
}
