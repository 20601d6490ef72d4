import type { Era } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.js';
import type { Breakage } from '../testing/breakage.js';
import { briskClock } from '../testing/real/brisk-clock.js';
import { breakageOf, checkReal, SECRETS } from '../testing/real/check-real.js';
import { listenHttp } from '../testing/real/listen-http.js';
import { createSampleServer } from '../testing/sample-server.js';
import { httpPeer } from './http-peer.js';

async function findings(era: Era, broken?: Breakage): Promise<readonly string[]> {
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
    async (era) => expect(await findings(era)).toEqual([]),
  );

  it.each([
    'mcp/2025-11-25/transports/origin-403',
    'mcp/2025-03-26/transports/notification-202',
    'mcp/2026-07-28/streamable-http/method-missing',
  ])('that is broken fails %s and nothing else', async (id) => {
    const broken = breakageOf(id);
    expect(await findings(broken.era, broken)).toEqual([id]);
  });
});
