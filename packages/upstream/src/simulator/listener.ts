import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any free port; the listener opens the same one again. */
  readonly port: number;
  /** Creates a server that does not listen yet, each time the port is opened. */
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

  /** The requested port until the first opening, then the actual one. */
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

  /** Closes the port and breaks all connections. */
  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    this.disconnect();
    await closed;
  }

  /** Breaks all connections; new ones are accepted. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // Broken connections are the purpose of a simulator.
    socket.on('error', () => undefined);
  }
}
