import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Inlet } from './inlet.js';
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
      const inlet = new Inlet(socket, () => void socket.destroy());
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      return {
        write: (bytes) => void (socket.writable && socket.write(bytes)),
        end: () => void socket.end(),
        onLine: (listener) => inlet.onLine(listener),
        closed: inlet.closed,
        get isClosed() {
          return inlet.isClosed;
        },
        hearAfresh: () => inlet.hearAfresh(),
        get flood() {
          return inlet.flood;
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
    const why = code === 'ECONNREFUSED' ? 'nobody listens there' : message;
    throw new Unreachable(`there is no connection to ${host}:${port}: ${why}`, { cause });
  } finally {
    clearTimeout(late);
  }
}
