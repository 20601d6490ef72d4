import type { Era } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { type Case, type Group, needsOthers } from '../case.js';
import { CASES } from '../cases/cases.js';
import type { Breakage } from './breakage.js';
import type { Transport } from '../exchange.js';
import { checkPeer } from '../run/check-peer.js';
import type { CheckOptions } from '../run/options.js';
import type { CaseResult, TargetReport, Verdict } from '../run/results.js';
import { memoryHttpPeer, memoryLinePeer } from './memory-peers.js';
import { createSampleServer, PLAIN_HARMLESS } from './sample-server.js';
import { VirtualClock } from './clocks.js';
import { BREAKAGES } from './broken-servers/broken-servers.js';

/** What each of some cases comes to on a server of its own making, as `verdict` or `verdict: why`. */
export async function verdictsOf(
  server: Omit<Breakage, 'id'>,
  cases: readonly Case[],
): Promise<Readonly<Record<string, string>>> {
  const report = await checkSample(server, { ...server, id: 'of a test' }, { cases });
  return Object.fromEntries(
    resultsOf(report).map(({ id, verdict, why }) => [
      id,
      why === undefined ? verdict : `${verdict}: ${why}`,
    ]),
  );
}

/** The cases of these groups. */
export function casesIn(...groups: readonly Group[]): readonly Case[] {
  return CASES.filter(({ group }) => groups.includes(group));
}

/** The cases whose ids begin so. */
export function casesNamed(...ids: readonly string[]): readonly Case[] {
  return CASES.filter((each) => ids.some((id) => each.id.startsWith(id)));
}

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

/** What the case of a breakage comes to on a server that offers the same and is not broken. */
export async function healthyVerdict(broken: Breakage): Promise<Verdict | undefined> {
  const { offer } = broken.breaks({ clock: new VirtualClock(), secrets: [] });
  const healthy: Breakage = { ...broken, breaks: () => ({ ...(offer && { offer }) }) };
  const cases = CASES.filter(({ id }) => id === broken.id);
  const [result] = resultsOf(await checkSample(broken, healthy, { cases }));
  return result?.verdict;
}

const COSTLY = 'jsonrpc/5/alive-after-huge-message';

/**
 * One of several equal parts of the matrix, so that they can run side by side. `npm test` judges a broken server by the cases of its
 * group, where its own case does not look back at others, and sends 12 MiB only to the server that this breaks: half of a run's
 * time is spent on it. The drills judge by all cases: none fails if another thing is broken.
 */
export function describeMatrix(part: number, of: number, { whole = false } = {}): void {
  const rows = BREAKAGES.filter((_, index) => index % of === part - 1);
  describe('a server that is broken in one way', () => {
    it.each(rows)('fails $id and nothing else', async (broken) => {
      const own = CASES.find(({ id }) => id === broken.id)!;
      const due = needsOthers(own) ? CASES : CASES.filter(({ group }) => group === own.group);
      const cases = whole ? CASES : due.filter((each) => each === own || each.id !== COSTLY);
      const report = await checkSample(broken, broken, { cases });
      const found = resultsOf(report).filter(
        ({ verdict }) => verdict === 'fail' || verdict === 'warn',
      );
      expect(found.map(({ id, why }) => (id === broken.id ? id : `${id}: ${why}`))).toEqual([
        broken.id,
      ]);
      expect(found[0]!.verdict).toBe(own.keyword === 'MUST' ? 'fail' : 'warn');
    });
  });
}
