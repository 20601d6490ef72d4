import type { RequestListener } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import type { Certificate } from './certificate.js';

const UNREADABLE = JSON.stringify({ error: 400, message: 'Bad Request' });

export interface SecureServerOptions {
  readonly certificate: Certificate;
  readonly answer: RequestListener;
  /** Whether to leave new connections without a word. */
  readonly isMute: () => boolean;
}

/** TCP with TLS and HTTP behind it, so that a connection can fail at each step. */
export class SecureServer {
  readonly #https: HttpsServer;
  readonly #isMute: () => boolean;

  constructor({ certificate: { key, cert }, answer, isMute }: SecureServerOptions) {
    this.#isMute = isMute;
    this.#https = createHttps({ key, cert, keepAliveTimeout: 60_000 }, answer);
    this.#https.on('clientError', (_error, socket) => {
      if (!socket.writable) return void socket.destroy();
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n`;
      socket.end(`${head}Content-Length: ${UNREADABLE.length}\r\n\r\n${UNREADABLE}`);
    });
  }

  /** A server for one opening of the port. */
  create(): Server {
    return createServer((socket) => {
      if (!this.#isMute()) this.#https.emit('connection', socket);
    });
  }

  /** Show this certificate to whoever connects from now on. */
  present({ key, cert }: Certificate): void {
    this.#https.setSecureContext({ key, cert });
  }
}
