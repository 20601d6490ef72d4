import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpWire } from '@errata/prove';
import { startPostgres } from '@errata/testing/postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditOf, factsOf, numberOf, readReply, type ServedEra } from './testing/reply.js';
import {
  ADMIN,
  CALM,
  Canaries,
  idOf,
  maxConcurrentOf,
  perMinuteOf,
  registerAll,
  runClients,
  runPlans,
} from './testing/load.js';
import { type Lab, openLab, type Service } from './testing/lab.js';
import { watchRequests, type RequestWatch } from './testing/watch-requests.js';

interface Run {
  readonly name: string;
  readonly store: 'sqlite' | 'postgres';
  readonly tokens: boolean;
  readonly devices: number;
  readonly clients: number;
  readonly calls: number;
  /** What has to be among the failures, or the load was none. */
  readonly failures: readonly string[];
}

const SOME = ['NOT_FOUND', 'VALIDATION_ERROR', 'DEVICE_UNREACHABLE', 'FORBIDDEN'];

const RUNS: readonly Run[] = [
  {
    ...{ name: 'users with tokens, on SQLite', store: 'sqlite', tokens: true },
    ...{ devices: 200, clients: 50, calls: 40, failures: [...SOME, 'RATE_LIMITED'] },
  },
  {
    ...{ name: 'everybody trusted, on SQLite', store: 'sqlite', tokens: false },
    ...{ devices: 40, clients: 20, calls: 16, failures: SOME },
  },
  {
    ...{ name: 'users with tokens, on PostgreSQL', store: 'postgres', tokens: true },
    ...{ devices: 40, clients: 20, calls: 16, failures: SOME },
  },
];

describe.each(RUNS)('a fleet under load: $name', (run) => {
  it('answers every call once, keeps every limit and tells no secret', async () => {
    const began = performance.now();
    const watch = watchRequests();
    onTestFinished(watch.stop);
    const lab = await openLab({ devices: run.devices, ...(await databaseFor(run)) });
    onTestFinished(lab.close);
    const canaries = canariesOf(lab);
    // A device that repeats its password must not make the service repeat it.
    for (const { state, password } of lab.routers) {
      state.log('system,info', `backup job signed in with ${password} as planned`);
    }
    const service = await lab.serve({
      // Routers that say nothing cost this long; healthy ones answer within it on a busy machine too.
      requestTimeout: 10,
      ...(!run.tokens && { issuer: undefined }),
    });
    const { total } = await factsOf(
      (await registerAll(service, lab.routers))[0]!.callTool('registry/list', { limit: 1 }),
    );
    expect(total).toBe(run.devices);

    await crowd(service, lab);
    const [clients, planned] = await Promise.all([
      runClients(service, lab, { ...run, seed: 7, canaries }),
      run.tokens ? runPlans(service, lab, { plans: 4, canaries }) : undefined,
    ]);
    for (const token of service.tokens) canaries.addToken('a user', token);

    const reasons = judgeAnswers(clients, run.calls);
    expect(reasons).toEqual(expect.arrayContaining([...run.failures]));
    expect(reasons).not.toContain('INTERNAL_ERROR');
    if (planned) expect(planned.statuses).toEqual(Array(4).fill('completed'));
    expectLimits(lab, watch, performance.now() - began);

    // It still works, and what it has on record is as clean as what it said.
    const ada = await service.connect('2025-11-25', ADMIN);
    const calm = { device_id: idOf(run.devices - 1) };
    expect(await factsOf(ada.callTool('registry/list', { limit: 1 }))).toMatchObject({ total });
    expect(await factsOf(ada.callTool('system/get-overview', calm))).toMatchObject(calm);
    expect((await auditOf(ada)).length).toBeGreaterThan(20);
    expectNoSecret(canaries, [...clients, ...(planned?.wires ?? []), ada]);
    expect(canaries.seenIn(service.stderr())).toEqual([]);
    expectCleanFiles(canaries, lab);
  });
});

/** More calls at once than a router allows, which takes its time with each: some of them have to wait for their turn. */
async function crowd(service: Service, { routers }: Lab): Promise<void> {
  const calm = routers.length - CALM;
  const wires = await Promise.all([0, 1, 2, 3].map(() => service.connect('2025-11-25', ADMIN)));
  routers[calm]!.setDelay(2_000);
  const read = (wire: HttpWire) => wire.callTool('system/get-clock', { device_id: idOf(calm) });
  await Promise.all(wires.map((wire) => factsOf(read(wire))));
  routers[calm]!.setDelay(0);
}

async function databaseFor({ store }: Run): Promise<{ database?: string }> {
  if (store === 'sqlite') return {};
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  return { database: await postgres.createDatabase() };
}

function canariesOf({ routers, key }: Lab): Canaries {
  const canaries = new Canaries();
  canaries.add('the key', key.replaceAll('=', ''));
  canaries.add('the key in hex', Buffer.from(key, 'base64').toString('hex'));
  for (const { name, username, password } of routers)
    canaries.addPassword(name, username, password);
  expect(canaries.size).toBe(2 + 2 * routers.length);
  return canaries;
}

/** Each request has one answer under its id, and what failed is declared. The reasons that came. */
function judgeAnswers(wires: readonly HttpWire[], calls: number): readonly string[] {
  const reasons = new Set<string>();
  for (const { answers, era } of wires) {
    const requests = era === '2025-11-25' ? calls + 1 : calls; // the handshake
    const ids = answers.map((answer) => readReply(answer).id);
    expect(ids).toEqual(Array.from({ length: requests }, (_, index) => index + 1));
    for (const answer of answers) {
      const { id, failure } = readReply(answer);
      expect((JSON.parse(answer.sent!) as { id: unknown }).id).toBe(id);
      if (failure === undefined) continue;
      reasons.add(failure.reason);
      expect({ reason: failure.reason, code: failure.code }).toEqual({
        reason: failure.reason,
        code: numberOf(failure.reason, era as ServedEra),
      });
    }
  }
  return [...reasons];
}

/** As the routers saw it: never too many requests at once, never too many in the minutes that it took. */
function expectLimits({ routers }: Lab, watch: RequestWatch, took: number): void {
  // Not minute by minute: a busy machine may deliver the requests of two minutes in one.
  const minutes = Math.ceil(took / 60_000);
  const seen = routers.map(({ address }) => watch.seen(Number(address.split(':').at(-1))));
  for (const [index, { most, began }] of seen.entries()) {
    expect(most).toBeLessThanOrEqual(maxConcurrentOf(index));
    if (index >= routers.length - CALM) continue;
    expect(began.length).toBeLessThanOrEqual(perMinuteOf(index) * minutes);
  }
  const calm = routers.length - CALM;
  expect(seen[calm]!.most).toBe(maxConcurrentOf(calm));
}

function expectNoSecret(canaries: Canaries, wires: readonly HttpWire[]): void {
  const said = wires.flatMap(({ answers }) => answers);
  const approvals = said.filter(({ sent = '' }) => sent.includes('"plan/approve"'));
  for (const { text } of said.filter((answer) => !approvals.includes(answer))) {
    expect(canaries.seenIn(text)).toEqual([]);
  }
  // The approver gets the token, which is what the call is for, and nothing else.
  for (const { text } of approvals)
    expect(canaries.seenIn(text)).toEqual([expect.stringMatching(/^approval of/)]);
  expect(said.some(({ text }) => text.includes('backup job signed in with'))).toBe(true);
}

/** Not in the journal, and not in clear in the database. */
function expectCleanFiles(canaries: Canaries, { folder, journal }: Lab): void {
  expect(readFileSync(journal, 'utf8')).toContain('DEVICE_UNREACHABLE');
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) expect(canaries.seenInFile(join(name.parentPath, name.name))).toEqual([]);
  }
}
