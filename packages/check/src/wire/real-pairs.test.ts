import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPrograms, type Built } from '../../../prove/src/testing/build-programs.js';
import type { Transport } from '../case.js';
import { CASES } from '../cases/index.js';
import { systemClock } from '../clock.js';
import { checkPeer } from '../run/check-peer.js';
import type { Breakage } from '../testing/breakage.js';
import { BREAKAGES } from '../testing/breakages/index.js';
import { resultsOf } from '../testing/check-sample.js';
import { listenHttp } from '../testing/real/listen-http.js';
import { listenTcp } from '../testing/real/listen-tcp.js';
import { createSampleServer, PLAIN_HARMLESS } from '../testing/sample-server.js';
import { httpPeer } from './http-peer.js';
import type { Peer } from './peer.js';
import { stdioPeer } from './stdio-peer.js';
import { tcpPeer } from './tcp-peer.js';

const SECRETS = ['errata-canary-6b1f0c2e9d'];
const TIMING = { patience: 3000, haste: 40, grace: 60 };

/** Breakages that are shown again over real transports. */
const SHOWN: Readonly<Record<Transport, readonly string[]>> = {
  stdio: [
    'jsonrpc/5.1/parse-error-code',
    'jsonrpc/5/alive-after-deep-nesting',
    'errata/process/exit-code',
    'mcp/2024-11-05/lifecycle/ends-on-sigterm',
  ],
  tcp: [
    'jsonrpc/5/alive-after-hang-up',
    'errata/process/second-connection',
    'errata/process/reconnects',
  ],
  http: [],
};

let built: Built;
beforeAll(async () => {
  const program = new URL('../testing/real/stdio-program.ts', import.meta.url);
  built = await buildPrograms({ sample: fileURLToPath(program) });
});
afterAll(() => built.remove());

type Where = Pick<Breakage, 'era' | 'transport'>;

async function openPeer({ era, transport }: Where, broken?: Breakage) {
  if (transport === 'stdio') {
    const args = [`${built.folder}/sample.mjs`, era, ...(broken === undefined ? [] : [broken.id])];
    const peer: Peer = stdioPeer({ command: process.execPath, args, secrets: SECRETS });
    return { peer, close: async () => undefined };
  }
  const sample = createSampleServer({ era, clock: systemClock, broken, secrets: SECRETS });
  if (transport === 'tcp') {
    const { port, close } = await listenTcp(sample);
    return { peer: tcpPeer({ host: '127.0.0.1', port }), close };
  }
  const { port, close: stop } = await listenHttp(sample);
  const peer = httpPeer(`http://127.0.0.1:${port}/mcp`, { clock: systemClock });
  const close = async (): Promise<void> => {
    await peer.close();
    await stop();
  };
  return { peer, close };
}

/** What fails or warns, over a real transport. */
async function findings(where: Where, broken?: Breakage): Promise<readonly string[]> {
  const { peer, close } = await openPeer(where, broken);
  const report = await checkPeer(peer, {
    eras: [where.era],
    timing: TIMING,
    canaries: { environment: SECRETS, argument: 'Tr0ub4dor-errata-canary' },
    ...(where.era === 'jsonrpc' && { harmless: PLAIN_HARMLESS }),
  });
  await close();
  expect(report.unreachable).toBeUndefined();
  return resultsOf(report)
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id, why }) => (id === broken?.id ? id : `${id}: ${why}`));
}

describe('over real transports', () => {
  it.each([
    { era: '2025-11-25', transport: 'stdio' },
    { era: '2026-07-28', transport: 'stdio' },
    { era: 'jsonrpc', transport: 'tcp' },
    { era: '2025-11-25', transport: 'http' },
    { era: '2026-07-28', transport: 'http' },
  ] as const)('a healthy server has nothing to be found on $transport in $era', async (where) => {
    expect(await findings(where)).toEqual([]);
  });

  const pairs = Object.entries(SHOWN).flatMap(([transport, ids]) =>
    ids.map((id) => ({ transport, id, broken: BREAKAGES.find((each) => each.id === id) })),
  );

  it.each(pairs)(
    'a broken one on $transport fails $id and nothing else',
    async ({ transport, id, broken }) => {
      expect(broken?.transport).toBe(transport);
      expect(await findings(broken!, broken)).toEqual([id]);
    },
  );

  it('the pairs are ten', () => {
    expect(pairs).toHaveLength(10);
    expect(CASES.map(({ id }) => id)).toEqual(expect.arrayContaining(pairs.map(({ id }) => id)));
  });
});
