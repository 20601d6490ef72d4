import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any that is free; the listener comes back to the same one. */
  readonly port: number;
  /** A server that does not listen yet; asked for each time the port is opened. */
  readonly create: () => Server;
}

/** A port that can be closed and opened again, with all its connections. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  /** The one that was asked for until the first opening, then the one that there is. */
  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = this.#options.create();
    server.on('connection', (socket) => this.#watch(socket));
    this.#server = server;
    try {
      server.listen(this.#port, this.#options.host);
      await once(server, 'listening');
    } catch (error) {
      this.#server = undefined;
      throw error;
    }
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Close the port and break all connections. */
  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    this.disconnect();
    await closed;
  }

  /** Break all connections; new ones are welcome. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // A connection that breaks is what simulators are for.
    socket.on('error', () => undefined);
  }
}
