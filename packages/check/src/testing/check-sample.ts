import type { Era } from '@errata/core';
import type { Transport } from '../transport.js';
import { checkPeer } from '../run/check-peer.js';
import type { CheckOptions } from '../run/options.js';
import type { CaseResult, TargetReport } from '../run/results.js';
import type { Breakage } from './breakage.js';
import { memoryHttpPeer } from './memory-http-peer.js';
import { memoryLinePeer } from './memory-line-peer.js';
import { createSampleServer, PLAIN_HARMLESS } from './sample-server.js';
import { VirtualClock } from './virtual-clock.js';

const SECRETS = ['errata-canary-6b1f0c2e9d'];

/** Judge the sample in memory, healthy or broken, in one revision on one wire. */
export async function checkSample(
  where: { readonly era: Era; readonly transport: Transport },
  broken?: Breakage,
  options: CheckOptions = {},
): Promise<Omit<TargetReport, 'target'> & { readonly removed: number }> {
  const clock = new VirtualClock();
  const server = createSampleServer({ era: where.era, clock, broken, secrets: SECRETS });
  const { transport } = where;
  const peer =
    transport === 'http' ? memoryHttpPeer(server, clock) : memoryLinePeer(server, transport);
  const report = await checkPeer(peer, {
    eras: [where.era],
    clock,
    limits: { ms: Number.POSITIVE_INFINITY },
    canaries: { environment: SECRETS, argument: 'Tr0ub4dor-errata-canary' },
    ...(where.era === 'jsonrpc' && { harmless: PLAIN_HARMLESS }),
    ...options,
  });
  return { ...report, removed: server.removed() };
}

/** What fails or warns, as `id: why`. */
export function findingsOf({ eras }: Pick<TargetReport, 'eras'>): readonly string[] {
  return resultsOf({ eras })
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id, why }) => `${id}: ${why}`);
}

export function resultsOf({ eras }: Pick<TargetReport, 'eras'>): readonly CaseResult[] {
  return eras.flatMap(({ results }) => results);
}
