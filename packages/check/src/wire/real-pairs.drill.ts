import type { Era } from '@errata/core';
import { describe, expect, it, beforeAll } from 'vitest';
import process from 'node:process';
import { programOf } from '@errata/testing';
import { systemClock } from '../clock.js';
import type { Breakage } from '../testing/breakage.js';
import { briskClock } from '../testing/clocks.js';
import {
  breakageOf,
  checkReal,
  SECRETS,
  listenHttp,
  listenTcp,
} from '../testing/real/check-real.js';
import { createSampleServer } from '../testing/sample-server.js';
import { httpPeer } from './http-peer.js';
import { stdioPeer } from './stdio-peer.js';
import { tcpPeer } from './tcp-peer.js';

async function findHttp(era: Era, broken?: Breakage): Promise<readonly string[]> {
  const sample = createSampleServer({ era, clock: briskClock, broken, secrets: SECRETS });
  const { port, close } = await listenHttp(sample);
  const peer = httpPeer(`http://127.0.0.1:${port}/mcp`, { clock: systemClock });
  const found = await checkReal(peer, era, broken?.id);
  await peer.close();
  await close();
  return found;
}

describe('a server over HTTP', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)(
    'that is healthy has nothing to be found in %s',
    async (era) => expect(await findHttp(era)).toEqual([]),
  );

  it.each([
    'mcp/2025-11-25/transports/origin-403',
    'mcp/2025-03-26/transports/notification-202',
    'mcp/2026-07-28/streamable-http/method-missing',
  ])('that is broken fails %s and nothing else', async (id) => {
    const broken = breakageOf(id);
    expect(await findHttp(broken.era, broken)).toEqual([id]);
  });
});

let program: string;
beforeAll(async () => {
  program = await programOf(new URL('../testing/real/stdio-program.ts', import.meta.url));
});

const sample = (...args: readonly string[]) =>
  stdioPeer({
    command: process.execPath,
    args: [program, ...args],
    secrets: SECRETS,
  });

describe('a process', () => {
  it('that is healthy has nothing to be found', async () => {
    expect(await checkReal(sample('2025-11-25'), '2025-11-25')).toEqual([]);
  });

  it.each([
    'jsonrpc/5.1/parse-error-code',
    'jsonrpc/5/alive-after-deep-nesting',
    'errata/process/exit-code',
    'mcp/2024-11-05/lifecycle/ends-on-sigterm',
  ])('that is broken fails %s and nothing else', async (id) => {
    const { era } = breakageOf(id);
    expect(await checkReal(sample(era, id), era, id)).toEqual([id]);
  });
});

async function findTcp(era: Era, broken?: Breakage): Promise<readonly string[]> {
  const sample = createSampleServer({ era, clock: briskClock, broken, secrets: SECRETS });
  const { port, close } = await listenTcp(sample);
  const found = await checkReal(tcpPeer({ host: '127.0.0.1', port }), era, broken?.id);
  await close();
  return found;
}

describe('a server on a port', () => {
  it('that is healthy has nothing to be found', async () => {
    expect(await findTcp('jsonrpc')).toEqual([]);
  });

  it.each([
    'jsonrpc/5/alive-after-hang-up',
    'errata/process/second-connection',
    'errata/process/reconnects',
  ])('that is broken fails %s and nothing else', async (id) => {
    const broken = breakageOf(id);
    expect(await findTcp(broken.era, broken)).toEqual([id]);
  });
});
