import { startPostgres } from '@errata/testing/postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drain } from './testing/drain.js';
import { findBrokenPromises, findDiscord, readRecords } from './testing/judges.js';
import { openLab } from './testing/lab.js';
import { createStation, planTroubles, runWriters, WRITERS } from './testing/run-writers.js';
import type { Reply } from './testing/store.js';

const CLIENTS = 32;
/** On a machine that has much else to do. */
const PATIENCE = 900_000;

const RUNS = [
  { server: 'js', store: 'sqlite', gateways: 1, writes: 6_000 },
  { server: 'js', store: 'postgres', gateways: 3, writes: 4_000 },
  { server: undefined, store: 'sqlite', gateways: 1, writes: 1_500 },
] as const;

describe.each(RUNS)(
  '$writes writes while everything breaks: $gateways on $store, $server',
  (run) => {
    const { server, store, gateways, writes } = run;
    it(
      'are kept once, or wait, as their clients were told; later all are kept once',
      { timeout: PATIENCE },
      async () => {
        const lab = await openLab(await databaseFor(store), server);
        onTestFinished(lab.close);
        const { openMemory } = lab;
        const start = () => lab.serve({ members: WRITERS });
        // One after another: the first makes the tables.
        const stations = [createStation(start)];
        await stations[0]!.current();
        while (stations.length < gateways) stations.push(createStation(start));

        const troubles = planTroubles({ openMemory, stations, writes });
        const replies = await runWriters({
          ...{ stations, clients: CLIENTS, writes },
          onOver: troubles.onOver,
        });
        expect(await troubles.over()).toBe(true);
        for (const station of stations) {
          expect(station.killed).toBeGreaterThan(0);
          await (await station.current()).kill();
        }

        const counts = countKinds(replies);
        expect(replies.size).toBe(writes);
        expect(refusalsIn(replies)).toEqual([]);
        // All of it happened, or nothing was tested here.
        expect(Math.min(counts.stored, counts.deferred)).toBeGreaterThan(writes / 20);
        expect(counts.lost).toBeGreaterThan(gateways);
        const records = await readRecords(lab);
        expect(findDiscord(records)).toEqual([]);
        expect(findBrokenPromises(replies, records)).toEqual([]);

        await drain(lab);
        const drained = await readRecords(lab);
        expect(findDiscord(drained)).toEqual([]);
        expect(findBrokenPromises(replies, drained)).toEqual([]);
        expect(drained.outbox.filter(({ status }) => status !== 'sent')).toEqual([]);
        expect(drained.memories).toHaveLength(drained.outbox.length);
        expect(drained.outbox).toHaveLength(records.outbox.length);
      },
    );
  },
);

async function databaseFor(store: 'sqlite' | 'postgres'): Promise<string | undefined> {
  if (store === 'sqlite') return undefined;
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  return postgres.createDatabase();
}

function countKinds(replies: ReadonlyMap<number, Reply>): Record<Reply['kind'], number> {
  const counts = { stored: 0, deferred: 0, refused: 0, lost: 0 };
  for (const { kind } of replies.values()) counts[kind]++;
  return counts;
}

function refusalsIn(replies: ReadonlyMap<number, Reply>): readonly string[] {
  return [...replies.values()].flatMap((reply) => (reply.kind === 'refused' ? reply.text : []));
}
