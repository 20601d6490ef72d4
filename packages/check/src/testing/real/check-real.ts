import type { Era } from '@errata/core';
import { CASES } from '../../cases/cases.js';
import { checkPeer } from '../../run/check-peer.js';
import type { CheckedPeer } from '../../wire/peer.js';
import type { Breakage } from '../breakage.js';
import { BREAKAGES } from '../broken-servers/broken-servers.js';
import { resultsOf } from '../check-sample.js';
import { PLAIN_HARMLESS } from '../sample-server.js';

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
