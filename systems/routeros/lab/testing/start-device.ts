import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createCertificate, type Certificate } from '../sim/certificate.js';

const shared = createCertificate('router', ['127.0.0.1']);

export interface TestDevice {
  readonly address: string;
  readonly certificate: Certificate;
  /** `GET /rest/ip/address`, in the order in which they came. */
  readonly requests: string[];
  /** Of all requests. */
  readonly authorizations: (string | undefined)[];
  readonly connections: () => number;
  readonly openSockets: () => number;
  close(): Promise<void>;
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A device that does what it is told to: a real HTTPS server on the loopback. */
export async function startDevice(
  behaviour: Behaviour,
  { certificate, ...tls }: ServerOptions & { certificate?: Certificate } = {},
): Promise<TestDevice> {
  const own = certificate ?? shared;
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ ...tls, key: own.key, cert: own.cert }, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers.authorization);
    behaviour(request, response);
  });
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    certificate: own,
    requests,
    authorizations,
    connections: () => connections,
    openSockets: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answer with JSON, as RouterOS does. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
