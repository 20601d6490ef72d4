import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 60_000,
};

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any that is free; the listener comes back to the same one. */
  readonly port: number;
  readonly answer: RequestListener;
}

/** The port of OpenMemory, which can be closed and opened again. */
export class Listener {
  readonly #options: ListenerOptions;
  #server: Server | undefined;
  #port: number;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer(LIMITS, this.#options.answer);
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
    server.closeAllConnections();
    await closed;
  }
}
