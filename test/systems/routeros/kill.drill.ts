import { openedForEach } from '@errata/testing/lifetime';
import { ProbeError, type HttpWire } from '@errata/prove';
import { describeStores } from '@errata/testing/stores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registration } from './testing/agent.js';
import { auditOf, factsOf, failureOf, readReply } from './testing/reply.js';
import {
  configurationOf,
  type Lab,
  openLab,
  serversOf,
  type Service,
  type Who,
} from './testing/lab.js';

const ADA: Who = { sub: 'ada', role: 'admin' };
const BOB: Who = { sub: 'bob', role: 'approver' };
const ERA = '2025-11-25';
/** Milliseconds after which a service that gave no sign of life is believed to be dead, and one more second. */
const LEASE = 31_000;

const CHANGE = { dns_servers: ['198.51.100.53'], ntp_servers: ['198.51.100.123'] };
const NEW = { dns: '198.51.100.53', ntp: '198.51.100.123' };
const IDS = [1, 2, 3, 4, 5, 6].map((number) => `dev-lab-0${number}`);

const statesOf = (plan: Record<string, unknown>) =>
  (plan['outcomes'] as { state: string }[]).map(({ state }) => state);

describeStores('a service that is killed in the middle of a plan', ({ createUrl }) => {
  let lab: Lab;
  let ada: HttpWire;
  beforeEach(async () => {
    lab = await openLab({ devices: IDS.length, database: await createUrl() });
  });
  afterEach(() => lab.close());

  /** Apply a plan to six routers, and kill the service when the third has half of it. */
  async function killInTheMiddle(service: Service): Promise<string> {
    ada = await service.connect(ERA, ADA);
    for (const [index, router] of lab.routers.entries()) {
      const device = registration(router, IDS[index]!);
      await factsOf(
        ada.callTool('registry/add', { ...device, allow_professional_workflows: true }),
      );
    }
    const wanted = { kind: 'dns-ntp-rollout', description: 'New servers', device_ids: IDS };
    const { plan_id } = await factsOf(ada.callTool('plan/create', { ...wanted, change: CHANGE }));
    const bob = await service.connect(ERA, BOB);
    const { approval_token } = await factsOf(bob.callTool('plan/approve', { plan_id }));
    for (const router of lab.routers) router.setDelay(300);
    const applying = ada
      .callTool('plan/apply', { plan_id, approval_token })
      .catch((error: unknown) => error);
    const third = lab.routers[2]!;
    await vi.waitUntil(() => serversOf(third).dns === NEW.dns, { interval: 5, timeout: 60_000 });
    await service.kill();
    expect(await applying).toBeInstanceOf(ProbeError);
    for (const router of lab.routers) router.setDelay(0);
    return String(plan_id);
  }

  it('loses nothing: the next one tells what was done, and rolls it back', async () => {
    const before = lab.routers.map(configurationOf);
    const old = lab.routers.map(serversOf);
    const plan_id = await killInTheMiddle(await lab.serve());
    const third = { dns: NEW.dns, ntp: old[2]!.ntp };
    const left = [NEW, NEW, third, old[3], old[4], old[5]];
    expect(lab.routers.map(serversOf)).toEqual(left);

    // The next service cannot know yet that the first is dead: it may not touch the plan.
    const next = await lab.serve();
    ada = await next.connect(ERA, ADA);
    const executing = await factsOf(ada.callTool('plan/get', { plan_id }));
    expect(executing['status']).toBe('executing');
    expect(statesOf(executing)).toEqual([
      ...['applied', 'applied', 'applying'],
      ...['pending', 'pending', 'pending'],
    ]);
    expect(await failureOf(ada.callTool('plan/rollback', { plan_id }))).toMatchObject({
      code: -32004,
      data: { plan_id, plan_status: 'executing' },
    });
    expect(lab.routers.map(serversOf)).toEqual(left);

    // After the lease it is plain what happened, as far as it can be known.
    const later = await lab.serve({ ahead: LEASE });
    ada = await later.connect(ERA, ADA);
    const failed = await factsOf(ada.callTool('plan/get', { plan_id }));
    expect(failed['status']).toBe('failed');
    expect(statesOf(failed)).toEqual([
      ...['applied', 'applied', 'unknown'],
      ...['pending', 'pending', 'pending'],
    ]);
    expect(await factsOf(ada.callTool('plan/list'))).toMatchObject({ plans: [{ plan_id }] });
    expect(await factsOf(ada.callTool('registry/list'))).toMatchObject({
      items: IDS.map((device_id) => ({ device_id })),
    });

    const taken = await factsOf(ada.callTool('plan/rollback', { plan_id }));
    expect(taken['status']).toBe('rolled_back');
    expect(statesOf(taken)).toEqual([
      ...['rolled_back', 'rolled_back', 'rolled_back'],
      ...['pending', 'pending', 'pending'],
    ]);
    expect(lab.routers.map(configurationOf)).toEqual(before);

    const audited = (await auditOf(ada)).filter((entry) => entry.plan_id === plan_id);
    expect(audited.map(({ action, outcome, actor }) => [action, outcome, actor].join(' '))).toEqual(
      [
        ...['plan/rollback done ada', 'plan/rollback started ada', 'plan/recover failed service'],
        // That it was refused while it was executing.
        ...['plan/rollback failed ada', 'plan/rollback started ada'],
        ...['plan/apply started ada', 'plan/approve done bob', 'plan/approve started bob'],
        'plan/create done ada',
      ],
    );
  });
});

describeStores('a service that is killed in a storm of additions', ({ createUrl }) => {
  const lab = openedForEach(async () => openLab({ devices: 1, database: await createUrl() }));

  /** Add devices from several sides; kill the service when so many were added. */
  async function storm(round: number, enough: number) {
    const service = await lab.serve();
    const sent = new Set<string>();
    const added = new Set<string>();
    const client = async (name: number): Promise<void> => {
      const wire = await service.connect(ERA, ADA);
      for (let count = 0; ; count++) {
        const id = `dev-${round}-${name}-${count}`;
        sent.add(id);
        try {
          await factsOf(wire.callTool('registry/add', registration(lab.routers[0]!, id)));
        } catch (error) {
          if (error instanceof ProbeError) return; // the service is gone
          throw error;
        }
        added.add(id);
        if (added.size === enough) await service.kill();
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(client));
    return { sent, added };
  }

  it('keeps every device that it said was added, once and with its password', async () => {
    const rounds = [await storm(1, 25), await storm(2, 40)];
    const sent = new Set(rounds.flatMap((round) => [...round.sent]));
    const added = new Set(rounds.flatMap((round) => [...round.added]));
    expect(added.size).toBeGreaterThanOrEqual(65);
    const ada = await (await lab.serve()).connect(ERA, ADA);
    const { items } = await factsOf(ada.callTool('registry/list', { limit: 10_000 }));
    const found = (items as { device_id: string }[]).map(({ device_id }) => device_id);
    const known = new Set(found);
    expect(found).toHaveLength(known.size);
    expect([...added].filter((id) => !known.has(id))).toEqual([]);
    expect(found.filter((id) => !sent.has(id))).toEqual([]);
    for (const device_id of found) await factsOf(ada.callTool('system/get-clock', { device_id }));

    // What was sent and never answered can be sent again: it is there, or it is added now.
    for (const id of [...sent].filter((each) => !added.has(each))) {
      const again = await ada.callTool('registry/add', registration(lab.routers[0]!, id));
      const { failure } = readReply(again);
      expect(failure?.reason).toBe(known.has(id) ? 'CONFLICT' : undefined);
    }
    expect(await factsOf(ada.callTool('registry/list'))).toMatchObject({ total: sent.size });
  });
});
