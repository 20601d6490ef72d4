import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { removeDevice } from './registry.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab({ devices: 2 }));

describe('registry/remove', () => {
  async function plan(): Promise<string> {
    const created = await lab.services.plans.create(
      {
        kind: 'dns-ntp-rollout',
        description: 'other servers',
        deviceIds: [device_id],
        change: { dns_servers: ['9.9.9.9'] },
      },
      lab.context(),
    );
    return created.plan_id;
  }

  it('forgets the device and its credentials', async () => {
    const { facts } = await lab.call(removeDevice, { device_id });
    expect(facts).toEqual({ device_id, name: 'lab-router-01', removed: true });
    expect((await lab.fail(removeDevice, { device_id })).reason).toBe('NOT_FOUND');
    await expect(lab.services.registry.credentials(device_id)).rejects.toThrow();
  });

  it('is refused while an approved plan needs the device', async () => {
    const plan_id = await plan();
    await lab.services.plans.approve(plan_id, lab.context());
    expect(await lab.fail(removeDevice, { device_id })).toMatchObject({
      reason: 'CONFLICT',
      context: { device_id, plan_id, plan_status: 'approved' },
      details: `Device 'dev-lab-01' is part of ${plan_id}, which is approved`,
      effect: 'none',
    });
    await lab.call(removeDevice, { device_id: 'dev-lab-02' });
    await lab.services.plans.cancel(plan_id, lab.context());
    await lab.call(removeDevice, { device_id });
  });

  it('is refused while a plan is executing', async () => {
    const plan_id = await plan();
    const { approval_token } = await lab.services.plans.approve(plan_id, lab.context());
    lab.router.setDelay(100);
    const applied = lab.services.plans.apply(plan_id, approval_token, lab.context());
    const executing = async () => (await lab.services.plans.get(plan_id)).status === 'executing';
    while (!(await executing())) await new Promise((resolve) => setTimeout(resolve, 5));
    const fault = await lab.fail(removeDevice, { device_id });
    expect(fault.context).toMatchObject({ plan_id, plan_status: 'executing' });
    expect((await applied).status).toBe('completed');
    await lab.call(removeDevice, { device_id });
  });

  it('does not mind drafts', async () => {
    await plan();
    await expect(lab.call(removeDevice, { device_id })).resolves.toBeDefined();
  });
});
