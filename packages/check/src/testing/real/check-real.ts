import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { toNodeHandler } from '@errata/edges/http';
import type { Era } from '@errata/core';
import type { LinePeer, HttpPeer, CheckedPeer } from '../../wire/peer.js';
import { memoryLinePeer, memoryHttpPeer } from '../memory-peers.js';
import { type SampleServer, PLAIN_HARMLESS } from '../sample-server.js';
import { systemClock } from '../../clock.js';
import { CASES } from '../../cases/cases.js';
import { checkPeer } from '../../run/check-peer.js';
import type { Breakage } from '../breakage.js';
import { BREAKAGES } from '../broken-servers/broken-servers.js';
import { resultsOf } from '../check-sample.js';

/** A server on a port of this machine. */
interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** The sample on a real port, in lines. */
export async function listenTcp(sample: SampleServer): Promise<Listening> {
  const peer = memoryLinePeer(sample, 'tcp');
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    // A port that is not served again looks like a connection that ends at once.
    void answerTcp(peer, socket).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerTcp(peer: LinePeer, socket: Socket): Promise<void> {
  const link = await peer.open();
  link.onLine(
    (line) => void (socket.writable && socket.write(`${Buffer.from(line).toString()}\n`)),
  );
  socket.on('data', (chunk: Buffer) => link.write(chunk)).once('end', () => link.end());
  socket.once('close', () => void link.close());
  await link.closed;
  socket.end();
}

/** Milliseconds for which a broken server looks at a stream of its own. */
const PATIENCE = 2000;

/** The sample on a real port, over HTTP. What is broken in it is so for requests with a body. */
export async function listenHttp(sample: SampleServer): Promise<Listening> {
  const healthy = toNodeHandler(await sample.edge());
  const isBroken = Object.keys(sample.hooks).some((name) => name !== 'offer');
  const peer = memoryHttpPeer(sample, systemClock);
  const server = createHttpServer((request, response) => {
    if (!isBroken || request.method !== 'POST') return healthy(request, response);
    // A client that hangs up within its body has nothing to be answered.
    answerHttp(peer, request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerHttp(
  peer: HttpPeer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const body = await buffer(request);
  const answer = await peer.ask({ method: 'POST', headers, body, patience: PATIENCE });
  if (answer === undefined) return void response.destroy();
  const { 'content-length': _length, ...kept } = answer.headers;
  response.writeHead(answer.status, kept).end(answer.body);
}

export const SECRETS = ['errata-canary-6b1f0c2e9d'];

/**
 * What fails or warns over a real transport, as ids; with the reason where it is not what has to fail. A healthy server is judged by all
 * cases, a broken one by those of its group: that no other fails is shown in memory.
 */
export async function checkReal(
  peer: CheckedPeer,
  era: Era,
  expected?: string,
): Promise<readonly string[]> {
  const { eras, unreachable } = await checkPeer(peer, {
    eras: [era],
    ...(expected !== undefined && {
      cases: CASES.filter(({ group }) => group === groupOf(expected)),
    }),
    canaries: { environment: SECRETS, argument: 'Tr0ub4dor-errata-canary' },
    ...(era === 'jsonrpc' && { harmless: PLAIN_HARMLESS }),
  });
  if (unreachable !== undefined) return [unreachable];
  return resultsOf({ eras })
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id, why }) => (id === expected ? id : `${id}: ${why}`));
}

function groupOf(expected: string): string | undefined {
  return CASES.find(({ id }) => id === expected)?.group;
}

/** The breakage that fails a case. */
export function breakageOf(id: string): Breakage {
  const found = BREAKAGES.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no breakage ${id}`);
  return found;
}
