import { setTimeout as sleep } from 'node:timers/promises';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { faultOf, openedForEach } from '@errata/testing';
import { expect, it } from 'vitest';
import { openLab, user } from '../../lab/testing/open-lab.js';
import { LEASE } from './hold.js';
import type { ChangePlan, NewPlan } from './plan.js';

const ROUTE = { action: 'add', dst_address: '192.0.2.0/24', gateway: '10.10.2.254' };

describeStoreOfCircle('plans', ({ createUrl }) => {
  const lab = openedForEach(async () => openLab(await createUrl()));

  const route = (given: Partial<NewPlan> = {}): NewPlan => ({
    kind: 'static-route',
    description: 'a way to the test network',
    deviceIds: lab.ids,
    change: ROUTE,
    ...given,
  });
  const approved = async (given?: Partial<NewPlan>) => {
    const { plan_id } = await lab.plans.create(route(given), lab.call());
    const { approval_token } = await lab.plans.approve(plan_id, lab.call());
    return { id: plan_id, token: approval_token };
  };
  const routesOn = (index: number) =>
    lab.routers[index]!.state.rows('/ip/route').filter(
      (row) => row['dst-address'] === ROUTE.dst_address,
    );
  const routes = () => lab.routers.map((_, index) => routesOn(index).length);
  const states = ({ outcomes }: ChangePlan) => outcomes.map(({ state }) => state).join(' ');
  /** The status of a plan, and the state of each device. */
  const stateOf = async (id: string) => {
    const plan = await lab.plans.get(id);
    return `${plan.status}: ${states(plan)}`;
  };

  it('are drafted, approved, applied and rolled back', async () => {
    const steps: string[] = [];
    const draft = await lab.plans.create(route(), lab.call());
    expect(draft).toMatchObject({ status: 'draft', created_by: 'local', change: ROUTE });
    expect(draft.plan_id).toMatch(/^plan-[0-9a-f]{12}$/);
    expect(Date.parse(draft.expires_at) - Date.parse(draft.created_at)).toBe(15 * 60_000);
    expect(routes()).toEqual([0, 0, 0]);

    const { plan, approval_token } = await lab.plans.approve(draft.plan_id, lab.call());
    expect(plan).toMatchObject({ status: 'approved', approved_by: 'local' });

    const progress = (done: number, total: number | undefined, message: string) =>
      void steps.push(`${done}/${total} ${message}`);
    const done = await lab.plans.apply(plan.plan_id, approval_token, lab.call({ progress }));
    expect(done.status).toBe('completed');
    expect(states(done)).toBe('applied applied applied');
    expect(routes()).toEqual([1, 1, 1]);
    expect(routesOn(0)[0]).toMatchObject({ comment: `mcp:${plan.plan_id}` });
    expect(steps).toEqual(['1/3 dev-1: applied', '2/3 dev-2: applied', '3/3 dev-3: applied']);

    const back = await lab.plans.rollback(plan.plan_id, lab.call());
    expect(back.status).toBe('rolled_back');
    expect(states(back)).toBe('rolled_back rolled_back rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('need an approval of the unchanged plan', async () => {
    const draft = await lab.plans.create(route(), lab.call());
    const unapproved = await faultOf(lab.plans.apply(draft.plan_id, undefined, lab.call()));
    expect(unapproved).toMatchObject({
      reason: 'PLAN_NOT_APPROVED',
      context: { plan_id: draft.plan_id, plan_status: 'draft', required_status: 'approved' },
    });
    const { approval_token } = await lab.plans.approve(draft.plan_id, lab.call());
    const other = await approved();
    for (const token of [undefined, '', `${approval_token}x`, other.token]) {
      const fault = await faultOf(lab.plans.apply(draft.plan_id, token, lab.call()));
      expect([fault.reason, fault.effect]).toEqual(['PLAN_NOT_APPROVED', 'none']);
    }
    expect(routes()).toEqual([0, 0, 0]);
    expect((await lab.plans.get(draft.plan_id)).status).toBe('approved');
  });

  it('give the same token when they are approved again', async () => {
    const { id, token } = await approved();
    const again = await lab.plans.approve(id, lab.call({ user: user('eve', 'approver') }));
    expect(again.approval_token).toBe(token);
    expect(again.plan.approved_by).toBe('local');
  });

  it.each([
    ['change', JSON.stringify({ ...ROUTE, gateway: '10.10.2.66' })],
    ['expires_at', '2099-01-01T00:00:00.000Z'],
    ['kind', 'dns-ntp-rollout'],
  ] as const)(
    'do not accept a token after the %s was changed in the database',
    async (column, value) => {
      const { id, token } = await approved();
      await lab.store.db
        .updateTable('plans')
        .set({ [column]: value })
        .where('id', '=', id)
        .execute();
      const fault = await faultOf(lab.plans.apply(id, token, lab.call()));
      expect(fault.reason).toBe('PLAN_NOT_APPROVED');
      expect(fault.details).toContain('current form');
      expect(routes()).toEqual([0, 0, 0]);
    },
  );

  it('do not accept a token after a device was put in place of another', async () => {
    const { id, token } = await approved({ deviceIds: ['dev-1'] });
    const outcomes = lab.store.db.updateTable('plan_outcomes').where('plan_id', '=', id);
    await outcomes.set({ device_id: 'dev-2' }).execute();
    expect((await faultOf(lab.plans.apply(id, token, lab.call()))).reason).toBe(
      'PLAN_NOT_APPROVED',
    );
    expect((await faultOf(lab.plans.approve(id, lab.call()))).reason).toBe('CONFLICT');
  });

  it('are approved by another user than their author, where there is another', async () => {
    const author = lab.call({ user: user('ann') });
    const { plan_id } = await lab.plans.create(route(), author);
    const fault = await faultOf(lab.plans.approve(plan_id, author));
    expect(fault.reason).toBe('FORBIDDEN');
    expect(fault.details).toContain('another user has to approve it');
    expect(fault.nextSteps?.[0]).toContain('plan/approve');
    const { plan } = await lab.plans.approve(plan_id, lab.call({ user: user('bob', 'approver') }));
    expect(plan.approved_by).toBe('bob');
  });

  it('are not approved or cancelled by a user who does not reach all of their devices', async () => {
    const { plan_id } = await lab.plans.create(route(), lab.call());
    const call = lab.call({ user: user('bob', 'approver', ['dev-1']) });
    const none = await faultOf(lab.plans.approve('plan-000000000000', call));
    for (const refused of [lab.plans.approve(plan_id, call), lab.plans.cancel(plan_id, call)]) {
      const fault = await faultOf(refused);
      expect(fault.reason).toBe('NOT_FOUND');
      const words = [fault.details, fault.suggestion, fault.suggestions, fault.nextSteps];
      const same = [none.details, none.suggestion, none.suggestions, none.nextSteps];
      expect(JSON.stringify(words)).toBe(
        JSON.stringify(same).replaceAll('plan-000000000000', plan_id),
      );
      expect(Object.keys(fault.context)).toEqual(Object.keys(none.context));
    }
  });

  it('do not name the status as what is wrong where it is the token', async () => {
    const { id } = await approved();
    for (const token of ['v1.wrong', undefined]) {
      const fault = await faultOf(lab.plans.apply(id, token, lab.call()));
      expect([fault.reason, fault.context]).toEqual([
        'PLAN_NOT_APPROVED',
        { plan_id: id, plan_status: 'approved' },
      ]);
      expect(fault.details).toContain('approval');
    }
  });

  it('expire, and say so wherever they are looked at', async () => {
    const { id, token } = await approved();
    const draft = await lab.plans.create(
      route({ change: { ...ROUTE, dst_address: '198.51.100.0/24' } }),
      lab.call(),
    );
    lab.advance(15 * 60_000);
    const fault = await faultOf(lab.plans.apply(id, token, lab.call()));
    const { created_at, expires_at } = await lab.plans.get(id);
    expect(fault).toMatchObject({
      reason: 'PLAN_EXPIRED',
      context: { plan_id: id, created_at, expires_at },
    });
    expect((await faultOf(lab.plans.approve(draft.plan_id, lab.call()))).reason).toBe(
      'PLAN_EXPIRED',
    );
    const listed = await lab.plans.list({ status: 'expired', limit: 10 });
    expect(listed.map(({ plan_id }) => plan_id)).toEqual([draft.plan_id, id]);
    expect((await faultOf(lab.plans.cancel(id, lab.call()))).context).toMatchObject({
      plan_status: 'expired',
    });
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are applied by exactly one of two processes that try at once', async () => {
    const { id, token } = await approved();
    const other = await lab.join();
    const ends = await Promise.allSettled([
      lab.plans.apply(id, token, lab.call()),
      other.plans.apply(id, token, other.call()),
      lab.plans.apply(id, token, lab.call()),
    ]);
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(lost).toHaveLength(2);
    for (const fault of lost) {
      expect(fault.reason).toBe('CONFLICT');
      expect(['executing', 'completed']).toContain(fault.context.plan_status);
    }
    expect(routes()).toEqual([1, 1, 1]);
    const again = await faultOf(other.plans.apply(id, token, other.call()));
    expect(again).toMatchObject({
      reason: 'CONFLICT',
      context: { plan_id: id, plan_status: 'completed' },
    });
  });

  it('cannot be applied or rolled back while they are executed', async () => {
    const { id, token } = await approved();
    const other = await lab.join();
    const inside: Promise<unknown>[] = [];
    const progress = (done: number) => {
      if (done > 1) return;
      inside.push(faultOf(other.plans.apply(id, token, other.call())));
      inside.push(faultOf(other.plans.rollback(id, other.call())));
      inside.push(faultOf(other.plans.cancel(id, other.call())));
    };
    lab.routers[1]!.setDelay(300);
    await lab.plans.apply(id, token, lab.call({ progress }));
    for (const fault of await Promise.all(inside)) {
      expect(fault).toMatchObject({
        reason: 'CONFLICT',
        context: { plan_id: id, plan_status: 'executing' },
      });
    }
  });

  it('are rolled back on all devices when one fails in the middle', async () => {
    const { id, token } = await approved();
    const progress = (done: number) => void (done === 2 && lab.routers[2]!.failWith(500));
    const fault = await faultOf(lab.plans.apply(id, token, lab.call({ progress })));
    expect(fault).toMatchObject({
      reason: 'DEVICE_ERROR',
      effect: 'none',
      retryable: false,
      context: { device_id: 'dev-3', http_status: 500 },
    });
    expect(fault.details).toContain(`Plan '${id}' failed on device 'dev-3'`);
    expect(fault.details).toContain('Rolled back on dev-2, dev-1');
    expect(fault.nextSteps?.[0]).toContain('plan/get');
    expect(await stateOf(id)).toBe('rolled_back: rolled_back rolled_back failed');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are rolled back where the answer to a write was lost', async () => {
    const { id, token } = await approved();
    const progress = (done: number) => void (done === 1 && lab.routers[1]!.swallowWrites(true));
    const fault = await faultOf(lab.plans.apply(id, token, lab.call({ progress })));
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_UNREACHABLE', 'none']);
    // The plan has looked at the device itself.
    expect(fault.suggestion).toBe('Use plan/get to see what happened');
    expect(fault.nextSteps).toHaveLength(1);
    const writes = lab.routers[1]!.requests.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
    expect(await stateOf(id)).toBe('rolled_back: rolled_back rolled_back pending');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('say what is left where it cannot be rolled back, and roll it back later', async () => {
    const { id, token } = await approved();
    const stopped: Promise<void>[] = [];
    const progress = (done: number) => {
      if (done !== 2) return;
      stopped.push(lab.routers[0]!.stop());
      lab.routers[2]!.failWith(503);
    };
    const fault = await faultOf(lab.plans.apply(id, token, lab.call({ progress })));
    await Promise.all(stopped);
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'unknown']);
    expect(fault.details).toContain('what is on dev-1 is not known to be rolled back');
    expect(await stateOf(id)).toBe('failed: rollback_failed rolled_back failed');
    expect(routes()).toEqual([1, 0, 0]);

    const still = await faultOf(lab.plans.rollback(id, lab.call()));
    expect(still).toMatchObject({ reason: 'DEVICE_UNREACHABLE', effect: 'unknown' });
    expect(still.context).not.toHaveProperty('retry_after');
    expect((await lab.plans.get(id)).status).toBe('failed');

    await lab.routers[0]!.start();
    expect((await lab.plans.rollback(id, lab.call())).status).toBe('rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are rolled back when the call is cancelled', async () => {
    const { id, token } = await approved();
    const controller = new AbortController();
    const reason = new Error('the client went away');
    const progress = (done: number) => void (done === 2 && controller.abort(reason));
    const call = lab.call({ progress, signal: controller.signal });
    await expect(lab.plans.apply(id, token, call)).rejects.toBe(reason);
    expect(await stateOf(id)).toBe('rolled_back: rolled_back rolled_back pending');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are rolled back, too, after an undeclared exception', async () => {
    const { id, token } = await approved();
    const mistake = new TypeError('the secret is hunter2');
    const other = await lab.join({
      wrap: (fleet) => ({
        connect: (device) => {
          const router = fleet.connect(device);
          const create = () => Promise.reject(mistake);
          return device.id === 'dev-2' ? { ...router, create } : router;
        },
      }),
    });
    await expect(other.plans.apply(id, token, other.call())).rejects.toBe(mistake);
    expect(await stateOf(id)).toBe('rolled_back: rolled_back failed pending');
    expect(JSON.stringify(await lab.plans.get(id))).not.toContain('hunter2');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are left alone where they are rolled back already', async () => {
    const { id, token } = await approved();
    await lab.plans.apply(id, token, lab.call());
    const back = await lab.plans.rollback(id, lab.call());
    const before = lab.routers.map(({ requests }) => requests.length);
    expect(await lab.plans.rollback(id, lab.call())).toEqual(back);
    expect(lab.routers.map(({ requests }) => requests.length)).toEqual(before);
    const outsider = lab.call({ user: user('bob', 'admin', ['dev-1']) });
    expect((await faultOf(lab.plans.rollback(id, outsider))).reason).toBe('NOT_FOUND');
  });

  it('say what to use in place of what cannot be done', async () => {
    const { id, token } = await approved();
    const early = await faultOf(lab.plans.rollback(id, lab.call()));
    expect(early.suggestion).toBe('Use plan/cancel to call it off');
    await lab.plans.apply(id, token, lab.call());
    const twice = await faultOf(lab.plans.apply(id, token, lab.call()));
    expect(twice.suggestion).toBe('Use plan/rollback to roll it back');
    const missing = await faultOf(lab.plans.get('plan-abc123'));
    expect(missing.suggestion).toBe('Use plan/list to see the plans');
  });

  it('can be rolled back again after a rollback was cancelled', async () => {
    const { id, token } = await approved();
    await lab.plans.apply(id, token, lab.call());
    const controller = new AbortController();
    const reason = new Error('the client went away');
    const progress = () => controller.abort(reason);
    const call = lab.call({ progress, signal: controller.signal });
    await expect(lab.plans.rollback(id, call)).rejects.toBe(reason);
    expect(await stateOf(id)).toBe('failed: applied applied rolled_back');
    expect((await lab.plans.rollback(id, lab.call())).status).toBe('rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('change nothing where a device is not admitted any more, or does not pass its check', async () => {
    const { id, token } = await approved();
    await lab.registry.update('dev-3', { allow_routing_writes: false });
    expect((await faultOf(lab.plans.apply(id, token, lab.call()))).reason).toBe('FORBIDDEN');
    await lab.registry.update('dev-3', { allow_routing_writes: true });
    lab.routers[2]!.state.add('/ip/route', {
      'dst-address': ROUTE.dst_address,
      gateway: '10.12.2.1',
    });
    expect((await faultOf(lab.plans.apply(id, token, lab.call()))).reason).toBe('CONFLICT');
    expect(routes()).toEqual([0, 0, 1]);
    expect((await lab.plans.get(id)).status).toBe('approved');
  });

  it('are cancelled before they are applied, not after', async () => {
    const { id, token } = await approved();
    expect((await lab.plans.cancel(id, lab.call())).status).toBe('cancelled');
    const fault = await faultOf(lab.plans.apply(id, token, lab.call()));
    expect(fault).toMatchObject({ reason: 'CONFLICT', context: { plan_status: 'cancelled' } });
    expect((await faultOf(lab.plans.cancel(id, lab.call()))).reason).toBe('CONFLICT');
    expect((await faultOf(lab.plans.rollback(id, lab.call()))).reason).toBe('CONFLICT');
  });

  it('are rolled back on the other devices when one is not registered any more', async () => {
    const { id, token } = await approved();
    await lab.plans.apply(id, token, lab.call());
    await lab.registry.remove('dev-2');
    const fault = await faultOf(lab.plans.rollback(id, lab.call()));
    expect(fault).toMatchObject({ reason: 'NOT_FOUND', context: { device_id: 'dev-2' } });
    expect(fault.nextSteps?.[1]).toContain('Use registry/add with device_id=dev-2');
    expect(states(await lab.plans.get(id))).toBe('rolled_back rollback_failed rolled_back');
    expect(routes()).toEqual([0, 1, 0]);
  });

  it('are not changed any more by an executor that was believed dead', async () => {
    const { id, token } = await approved();
    const other = await lab.join();
    const recoveries: Promise<number>[] = [];
    const progress = (done: number) => {
      if (done !== 1) return;
      lab.routers[1]!.setDelay(300);
      lab.advance(LEASE + 1);
      recoveries.push(other.plans.recover());
    };
    const fault = await faultOf(lab.plans.apply(id, token, lab.call({ progress })));
    expect(await Promise.all(recoveries)).toEqual([1]);
    expect([fault.reason, fault.effect]).toEqual(['CONFLICT', 'unknown']);
    const plan = await lab.plans.get(id);
    expect([plan.status, plan.outcomes[0]!.state]).toEqual(['failed', 'applied']);
    expect(routesOn(2)).toEqual([]);
    expect((await lab.audit.recent(10)).map(({ action }) => action)).toEqual(['plan/recover']);
    lab.routers[1]!.setDelay(0);
    expect((await lab.plans.rollback(id, lab.call())).status).toBe('rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are rolled back when the service closes', async () => {
    const { id, token } = await approved();
    const other = await lab.join();
    let closed: Promise<string> | undefined;
    const progress = (done: number) => {
      if (done > 1) return;
      closed = other.plans.close().then(async () => (await lab.plans.get(id)).status);
    };
    const fault = await faultOf(other.plans.apply(id, token, other.call({ progress })));
    expect([fault.reason, fault.effect]).toEqual(['CONFLICT', 'none']);
    expect(fault.details).toContain('the service was shut down; nothing of it is left');
    expect(await closed).toBe('rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
    const next = await approved();
    await expect(other.plans.apply(next.id, next.token, other.call())).rejects.toThrow('closed');
  });

  it('are left where a rollback is when the service closes, and rolled back later', async () => {
    const { id, token } = await approved();
    await lab.plans.apply(id, token, lab.call());
    const other = await lab.join();
    let closed: Promise<void> | undefined;
    const progress = () => void (closed ??= other.plans.close());
    const fault = await faultOf(other.plans.rollback(id, other.call({ progress })));
    await closed;
    expect([fault.reason, fault.effect]).toEqual(['CONFLICT', 'unknown']);
    expect(fault.details).toContain('what is on dev-2, dev-1 is not known to be rolled back');
    expect((await lab.plans.get(id)).status).toBe('failed');
    expect((await lab.plans.rollback(id, lab.call())).status).toBe('rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('say nothing to a user who does not reach all of their devices', async () => {
    const outsider = lab.call({ user: user('bob', 'admin', ['dev-1']) });
    const refusals = async (id: string) => [
      (await faultOf(lab.plans.apply(id, undefined, outsider))).reason,
      (await faultOf(lab.plans.rollback(id, outsider))).reason,
    ];
    const { plan_id: draft } = await lab.plans.create(route(), lab.call());
    expect(await refusals(draft)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const { id, token } = await approved();
    await lab.plans.apply(id, token, lab.call());
    await lab.registry.remove('dev-3');
    const before = lab.routers.map(({ requests }) => requests.length);
    expect(await refusals(id)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(lab.routers.map(({ requests }) => requests.length)).toEqual(before);
    expect((await lab.plans.get(id)).status).toBe('completed');
  });

  it.each([
    { management_address: '127.0.0.1:9' },
    { tls_mode: 'insecure' },
    { tls_fingerprint: null },
  ] as const)('are not approved any more after an update of a device to %j', async (changes) => {
    const { id, token } = await approved();
    const { plan_id: draft } = await lab.plans.create(route(), lab.call());
    const before = (await lab.registry.find('dev-2'))!;
    await lab.registry.update('dev-2', changes);
    const fault = await faultOf(lab.plans.apply(id, token, lab.call()));
    expect([fault.reason, fault.effect]).toEqual(['PLAN_NOT_APPROVED', 'none']);
    expect(fault.details).toContain('the address or trust of one of its devices');
    expect(fault.details).toContain('(updated since then: dev-2)');
    expect(fault.suggestion).toContain('plan/create');
    expect((await faultOf(lab.plans.approve(draft, lab.call()))).reason).toBe('CONFLICT');
    expect(routes()).toEqual([0, 0, 0]);
    const { management_address, tls_mode, tls_fingerprint, tls_ca } = before;
    const as = { management_address, tls_mode, tls_fingerprint, tls_ca };
    await lab.registry.update('dev-2', { ...as, tags: ['other'] });
    expect((await lab.plans.apply(id, token, lab.call())).status).toBe('completed');
  });

  it('are not begun where a device has no room for requests, and not stopped by that later', async () => {
    const { id, token } = await approved();
    // One request was made to look at the device for the draft, and one is needed to look again.
    await lab.registry.update('dev-2', { requests_per_minute: 1 });
    const fault = await faultOf(lab.plans.apply(id, token, lab.call()));
    expect([fault.reason, fault.effect]).toEqual(['RATE_LIMITED', 'none']);
    expect([(await lab.plans.get(id)).status, ...routes()]).toEqual(['approved', 0, 0, 0]);
    await lab.registry.update('dev-2', { requests_per_minute: 2 });
    expect((await lab.plans.apply(id, token, lab.call())).status).toBe('completed');
    expect((await lab.plans.rollback(id, lab.call())).status).toBe('rolled_back');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are rolled back where the database is lost in the middle, and say so when it is back', async () => {
    const { id, token } = await approved();
    const rename = (from: 'plan_outcomes' | 'lost', to: string) =>
      lab.store.db.schema.alterTable(from).renameTo(to).execute();
    const back: Promise<void>[] = [];
    const other = await lab.join({
      wrap: (fleet) => ({
        connect: (device, options) => {
          const router = fleet.connect(device, options);
          const create: typeof router.create = async (menu, row) => {
            const answer = await router.create(menu, row);
            if (device.id === 'dev-2') await rename('plan_outcomes', 'lost');
            return answer;
          };
          const remove: typeof router.remove = async (menu, row) => {
            await router.remove(menu, row);
            // The last to be rolled back; the first attempts to write it fail.
            if (device.id === 'dev-1')
              back.push(sleep(150).then(() => rename('lost', 'plan_outcomes')));
          };
          return { ...router, create, remove };
        },
      }),
    });
    const fault = await faultOf(other.plans.apply(id, token, other.call()));
    await Promise.all(back);
    expect([fault.reason, fault.effect]).toEqual(['INTERNAL_ERROR', 'none']);
    expect(fault.details).toBe(
      `Plan '${id}' failed on device 'dev-2': The database of the service could not be written. Rolled back on dev-2, dev-1; nothing of the plan is left on any of its 3 devices`,
    );
    expect(await stateOf(id)).toBe('rolled_back: rolled_back rolled_back pending');
    expect(routes()).toEqual([0, 0, 0]);
  });

  it('are listed newest first, and by status', async () => {
    const first = await approved();
    lab.advance(1000);
    const second = await lab.plans.create(route(), lab.call());
    const ids = async (filter: Parameters<typeof lab.plans.list>[0]) =>
      (await lab.plans.list(filter)).map(({ plan_id }) => plan_id);
    expect(await ids({ limit: 10 })).toEqual([second.plan_id, first.id]);
    expect(await ids({ limit: 1 })).toEqual([second.plan_id]);
    expect(await ids({ status: 'approved', limit: 10 })).toEqual([first.id]);
    expect((await faultOf(lab.plans.get('plan-abc123'))).context).toMatchObject({
      plan_id: 'plan-abc123',
      resource_type: 'plan',
    });
  });
});
