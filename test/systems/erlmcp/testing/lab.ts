import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Era } from '@errata/core';
import { serveHttp, serveTcp } from '@errata/kit';
import { programOf } from '@errata/testing';
import { createHttpClient } from './http-client.js';
import { createIdKit } from './id-kit.js';
import { createLineClient } from './line-client.js';
import { initializeText, INITIALIZED, MODERN, requestText } from './messages.js';
import type { RawClient } from './raw-client.js';

export const TRANSPORTS = ['stdio', 'tcp', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Every transport with every era of a list. */
export function cellsOf<T extends Era>(eras: readonly T[]) {
  return TRANSPORTS.flatMap((transport) => eras.map((era) => ({ transport, era })));
}

/** Every transport in both generations. */
export const CELLS = cellsOf(['2025-11-25', MODERN]);

/** One server per transport, and clients of it. */
export interface Lab {
  /** A client that is ready for requests, or one that has said nothing yet. */
  connect(transport: Transport, era: Era, greet?: boolean): Promise<RawClient>;
  close(): Promise<void>;
}

export async function openLab(): Promise<Lab> {
  const program = await programOf(new URL('program.ts', import.meta.url));
  const tcp = await serveTcp(createIdKit());
  const http = await serveHttp(createIdKit());
  const clients: RawClient[] = [];

  const open = (transport: Transport, era: Era, greet: boolean): Promise<RawClient> => {
    if (transport === 'http') return createHttpClient(era, http.url, greet);
    return transport === 'tcp'
      ? connectTcp(era, tcp.address)
      : Promise.resolve(startProcess(era, program));
  };

  return {
    async connect(transport, era, greet = true) {
      const client = await open(transport, era, greet);
      clients.push(client);
      if (greet && transport !== 'http') await greetOn(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all([tcp.close(), http.close()]);
    },
  };
}

/** What a client says first. On 2026-07-28 that could be anything: from then on it is answered in the words of that revision. */
async function greetOn({ era, ask, tell }: RawClient): Promise<void> {
  if (era === MODERN) return void (await ask(requestText(era, '"hello"', 'server/discover')));
  await ask(initializeText(era));
  await tell(INITIALIZED);
}

async function connectTcp(era: Era, { host, port }: { host: string; port: number }) {
  const socket = connect(port, host).setNoDelay();
  await once(socket, 'connect');
  return createLineClient(era, socket, socket, async () => {
    socket.end();
    if (!socket.closed) await once(socket, 'close');
  });
}

function startProcess(era: Era, path: string): RawClient {
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
  return createLineClient(era, child.stdout, child.stdin, async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
}
