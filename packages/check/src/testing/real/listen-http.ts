import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { toNodeHandler } from '@errata/edges/http';
import { systemClock } from '../../clock.js';
import type { HttpPeer } from '../../wire/peer.js';
import { memoryHttpPeer } from '../memory-http-peer.js';
import type { SampleServer } from '../sample-server.js';
import type { Listening } from './listen-tcp.js';

/** Milliseconds for which a broken server looks at a stream of its own. */
const PATIENCE = 2000;

/** The sample on a real port, over HTTP. What is broken in it is so for requests with a body. */
export async function listenHttp(sample: SampleServer): Promise<Listening> {
  const healthy = toNodeHandler(await sample.edge());
  const isBroken = Object.keys(sample.hooks).some((name) => name !== 'offer');
  const peer = memoryHttpPeer(sample, systemClock);
  const server = createServer((request, response) => {
    if (!isBroken || request.method !== 'POST') return healthy(request, response);
    // A client that hangs up within its body has nothing to be answered.
    serve(peer, request, response).catch(() => response.destroy());
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

async function serve(
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
