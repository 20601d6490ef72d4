import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Era } from '@errata/core';
import { serveHttp, serveTcp } from '@errata/kit';
import { programOf } from '@errata/testing';
import { afterAll, beforeAll } from 'vitest';
import { createHttpClient, createLineClient, type RawClient } from './clients.js';
import {
  errorText,
  type Failure,
  type FailureName,
  FAILURES,
  INITIALIZED,
  initializeText,
  MODERN,
  requestText,
} from './messages.js';
import { createIdKit } from './id-kit.js';

export const TRANSPORTS = ['stdio', 'tcp', 'http'] as const;
type Transport = (typeof TRANSPORTS)[number];

/** Every transport with every era of a list. */
export function cellsOf<T extends Era>(eras: readonly T[]) {
  return TRANSPORTS.flatMap((transport) => eras.map((era) => ({ transport, era })));
}

/** Every transport in both generations. */
export const CELLS = cellsOf(['2025-11-25', MODERN]);

type Lab = Awaited<ReturnType<typeof openLab>>;

/** One server per transport, and clients of it. */
async function openLab() {
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
    /** A client that is ready for requests, or one that has said nothing yet. */
    async connect(transport: Transport, era: Era, greet = true): Promise<RawClient> {
      const client = await open(transport, era, greet);
      clients.push(client);
      if (greet && transport !== 'http') await greetOn(client);
      return client;
    },
    async close(): Promise<void> {
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

/** Milliseconds for what builds a program, and for what lets calls finish that a failed test has left. */
const PATIENCE = 120_000;

/** The lab of a test file, open while its tests run. */
export function useLab() {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab();
  }, PATIENCE);
  afterAll(() => lab.close(), PATIENCE);
  return {
    connect: (...given: Parameters<Lab['connect']>) => lab.connect(...given),
    /** A client for the tests of one group. */
    useClient(transport: Transport, era: Era): RawClient {
      let client: RawClient;
      beforeAll(async () => {
        client = await lab.connect(transport, era);
      }, PATIENCE);
      return {
        era,
        ask: (message) => client.ask(message),
        tell: (message) => client.tell(message),
        close: () => client.close(),
      };
    },
  };
}

/** The request that causes a failure, under the text of an id. */
export function causeText(era: Era, id: string, name: FailureName): string {
  const { method, params } = FAILURES[name];
  return requestText(era, id, method, params);
}

/** The whole reply that a failure has to have under that id. */
export function failureText(era: Era, id: string, name: FailureName): string {
  const { reason, data }: Failure = FAILURES[name];
  return errorText(era, id, reason, data);
}

/** Cause a failure; the reply, and what it has to be. */
export async function provoke(client: RawClient, id: string, name: FailureName) {
  const { era } = client;
  return {
    reply: await client.ask(causeText(era, id, name)),
    expected: failureText(era, id, name),
  };
}
