import { describeStoreOfCircle } from '@errata/testing/stores';
import { faultOf, runProgram, openedForEach } from '@errata/testing';
import { expect, it } from 'vitest';
import { openLab } from '../../lab/testing/open-lab.js';
import { LEASE } from './hold.js';

describeStoreOfCircle('a plan whose service is killed', ({ createUrl }) => {
  const lab = openedForEach(async () => openLab(await createUrl()));

  it('is found, reported and rolled back by the next one', async () => {
    const change = { action: 'add', dst_address: '192.0.2.0/24', gateway: '10.10.2.254' };
    const wanted = { kind: 'static-route', description: 'x', deviceIds: lab.ids, change } as const;
    const { plan_id: id } = await lab.plans.create(wanted, lab.call());
    const { approval_token: token } = await lab.plans.approve(id, lab.call());
    const present = () =>
      lab.routers.map(({ state }) =>
        state.rows('/ip/route').some(({ comment }) => comment === `mcp:${id}`),
      );

    const program = new URL('../../lab/testing/crashing-program.ts', import.meta.url);
    const ended = await runProgram(program, { args: [lab.url, id, token, 'dev-2'] });
    expect(ended).toMatchObject({ signal: 'SIGKILL', complaints: '' });
    expect(present()).toEqual([true, true, false]);

    expect(await lab.plans.recover()).toBe(0);
    expect((await lab.plans.get(id)).status).toBe('executing');
    expect((await faultOf(lab.plans.rollback(id, lab.call()))).context).toMatchObject({
      plan_status: 'executing',
    });

    lab.advance(LEASE);
    expect(await lab.plans.recover()).toBe(1);
    expect(await lab.plans.recover()).toBe(0);
    const plan = await lab.plans.get(id);
    expect(plan.status).toBe('failed');
    expect(plan.outcomes.map(({ state }) => state)).toEqual(['applied', 'unknown', 'pending']);
    expect(plan.outcomes[1]?.detail).toContain('The service that executed it stopped reporting');
    expect(await lab.audit.recent(10)).toMatchObject([
      { action: 'plan/recover', outcome: 'failed', plan_id: id },
    ]);

    expect((await lab.plans.rollback(id, lab.call())).status).toBe('rolled_back');
    expect(present()).toEqual([false, false, false]);
  });
});
