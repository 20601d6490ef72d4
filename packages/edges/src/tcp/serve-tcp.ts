import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  ignoringErrors,
  type Connection,
  type Deliver,
  type ProtocolFailure,
} from '@errata/core/internal';
import type { Channel } from '../channel.js';
import { LineExchange } from '../lines/index.js';
import { guardServing, within } from '../process/index.js';
import { MIN_FLUSH, serveSocket, type TcpPeer } from './serve-socket.js';
import { toSettings, type TcpOptions } from './tcp-options.js';

/** The address. */
export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** A server on a port: its address, and `close`. */
export interface TcpListening {
  readonly address: TcpAddress;
  /** The connections that may have requests in progress, for `guardProcess`. */
  connections(): Iterable<Connection>;
  /** Takes a reply that a connection gave up waiting for to where its request came from. */
  readonly deliver: Deliver;
  /** Take no more clients and no more requests, answer what is in progress, hang up. Never rejects. */
  close(): Promise<void>;
}

/** How many clients over the limit get an error at a time; further ones are only disconnected. */
const MAX_REFUSED = 100;

/** Milliseconds of silence after which the system asks whether the other side is still there. */
const PROBE_AFTER = 60_000;

/** Serve newline-delimited JSON-RPC on a port, with one connection per client. Rejects if it cannot listen. */
export async function serveTcp(
  open: (channel: Channel) => Connection,
  options: TcpOptions = {},
): Promise<TcpListening> {
  const settings = toSettings(options);
  const { host, port, maxConnections, drain, onError } = settings;
  const peers = new Map<TcpPeer, Socket>();
  /** Neither newcomers nor those that were refused. */
  const served = new Set<Socket>();
  /** In the order in which they came, those that are being sent away included. */
  const newcomers = new Set<Socket>();
  const enter = (socket: Socket): boolean => {
    if (served.size >= maxConnections) return false;
    newcomers.delete(socket);
    served.add(socket);
    return true;
  };
  let closing: Promise<void> | undefined;
  // A client that shows its token at once is admitted before it is the oldest.
  const closeOldest = (): void => {
    const [oldest] = newcomers;
    newcomers.delete(oldest!);
    oldest!.destroy();
  };

  const accept = (socket: Socket): void => {
    if (closing !== undefined) return void socket.destroy();
    let peer: TcpPeer;
    try {
      peer = serveSocket(socket, open, settings, () => enter(socket));
    } catch (thrown) {
      socket.destroy();
      ignoringErrors(() => onError?.(thrown));
      return;
    }
    if (settings.newcomers !== undefined) {
      newcomers.add(socket);
      if (newcomers.size > settings.newcomers.maxConnections) closeOldest();
    } else if (!enter(socket)) peer.refuse(TOO_MANY);
    peers.set(peer, socket);
    void peer.ended.then(() => {
      peers.delete(peer);
      served.delete(socket);
      newcomers.delete(socket);
    });
  };

  const server = createServer(
    { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: PROBE_AFTER },
    accept,
  );
  if (settings.newcomers === undefined) server.maxConnections = maxConnections + MAX_REFUSED;
  await start(server, host, port);
  // A socket that cannot be accepted, as where there are too many open files, ends nothing.
  server.on('error', (error) => ignoringErrors(() => onError?.(error)));

  const finish = async (): Promise<void> => {
    ignoringErrors(() => settings.draining?.());
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const ended = [...peers.keys()].map((peer) => peer.ended);
    for (const peer of peers.keys()) peer.end('The server is shutting down');
    if (!(await within(drain + Math.max(drain, MIN_FLUSH), closed))) {
      for (const socket of peers.values()) socket.destroy();
    }
    await Promise.all([closed, ...ended]);
  };

  const { address, port: taken } = server.address() as AddressInfo;
  const connections = () => [...peers.keys()].map(({ connection }) => connection);
  const deliver: Deliver = (reply, exchange) => {
    if (exchange instanceof LineExchange) exchange.deliver(reply);
  };
  const close = (): Promise<void> => (closing ??= finish());
  const { redactor } = settings;
  const release = settings.guardProcess
    ? guardServing({ redactor, connections, deliver, flush: close, close })
    : () => undefined;
  return {
    address: { host: address, port: taken },
    connections,
    deliver,
    close() {
      release();
      return close();
    },
  };
}

const TOO_MANY: ProtocolFailure = {
  condition: 'rate-limited',
  given: {
    details: 'Too many connections. Close one, then connect again',
    effect: 'none',
    strategy: 'retry_with_backoff',
  },
};

function start(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
