import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Certificate } from './certificate/create-certificate.js';

const UNREADABLE = JSON.stringify({ error: 400, message: 'Bad Request' });

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any that is free; the listener comes back to the same one. */
  readonly port: number;
  readonly certificate: Certificate;
  readonly answer: RequestListener;
  /** Whether to leave new connections without a word. */
  readonly isMute: () => boolean;
}

/** The TCP port of a device, with TLS and HTTP behind it, so that a connection can fail at each step. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #https: HttpsServer;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#port = options.port;
    const { key, cert } = options.certificate;
    this.#https = createHttps({ key, cert, keepAliveTimeout: 60_000 }, options.answer);
    this.#https.on('clientError', (_error, socket) => {
      if (!socket.writable) return void socket.destroy();
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n`;
      socket.end(`${head}Content-Length: ${UNREADABLE.length}\r\n\r\n${UNREADABLE}`);
    });
  }

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer((socket) => this.#accept(socket));
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

  present({ key, cert }: Certificate): void {
    this.#https.setSecureContext({ key, cert });
    this.disconnect();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // A connection that breaks is what this program is for.
    socket.on('error', () => undefined);
    if (!this.#options.isMute()) this.#https.emit('connection', socket);
  }
}
