import type { Era } from '@errata/core';
import { describe, expect, it } from 'vitest';
import type { Breakage } from '../testing/breakage.js';
import { briskClock } from '../testing/real/brisk-clock.js';
import { breakageOf, checkReal, SECRETS } from '../testing/real/check-real.js';
import { serveTcp } from '../testing/real/listen-tcp.js';
import { createSampleServer } from '../testing/sample-server.js';
import { tcpPeer } from './tcp-peer.js';

async function findings(era: Era, broken?: Breakage): Promise<readonly string[]> {
  const sample = createSampleServer({ era, clock: briskClock, broken, secrets: SECRETS });
  const { port, close } = await serveTcp(sample);
  const found = await checkReal(tcpPeer({ host: '127.0.0.1', port }), era, broken?.id);
  await close();
  return found;
}

describe('a server on a port', () => {
  it('that is healthy has nothing to be found', async () => {
    expect(await findings('jsonrpc')).toEqual([]);
  });

  it.each([
    'jsonrpc/5/alive-after-hang-up',
    'errata/process/second-connection',
    'errata/process/reconnects',
  ])('that is broken fails %s and nothing else', async (id) => {
    const broken = breakageOf(id);
    expect(await findings(broken.era, broken)).toEqual([id]);
  });
});
