import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { SCOPED } from '../../lab/testing/fixtures.js';
import { startLab } from '../../lab/testing/start-lab.js';
import { getDevice, listDevices, registryTools, updateDevice } from './registry.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab({ devices: 2 }));

const ids = (facts: Record<string, unknown>) =>
  (facts['items'] as { device_id: string }[]).map((item) => item.device_id);

describe('registry/list and get', () => {
  it('lists the devices with what may be done with them', async () => {
    const { text, facts } = await lab.call(listDevices);
    expect(ids(facts)).toEqual(['dev-lab-01', 'dev-lab-02']);
    const [first, second] = text.split('\n');
    expect(first).toBe('2 devices; this service works on lab devices');
    expect(second).toBe(
      `dev-lab-01 (lab-router-01) at ${lab.router.address}, lab, never reached, read only`,
    );
  });

  it('filters by environment, tag and flag', async () => {
    await lab.call(updateDevice, { device_id, tags: ['core'], allow_advanced_writes: true });
    await lab.call(updateDevice, { device_id: 'dev-lab-02', environment: 'prod' });
    const filtered = async (args: object) => ids((await lab.call(listDevices, args)).facts);
    expect(await filtered({ environment: 'prod' })).toEqual(['dev-lab-02']);
    expect(await filtered({ tag: 'core' })).toEqual(['dev-lab-01']);
    expect(await filtered({ filter: 'allow_advanced_writes=true' })).toEqual(['dev-lab-01']);
    expect(await filtered({ environment: 'lab', filter: 'allow_firewall_writes=true' })).toEqual(
      [],
    );
    expect(listDevices.input.safeParse({ filter: 'name=x' }).success).toBe(false);
  });

  it('reports how many there are where the limit cuts', async () => {
    const { text, facts } = await lab.call(listDevices, { limit: 1 });
    expect(facts).toMatchObject({ total: 2, items: [{ device_id }] });
    expect(text).toContain('1 more on request');
  });

  it('shows a user only what is in their reach', async () => {
    const { facts } = await lab.call(listDevices, {}, { user: SCOPED });
    expect(facts['total']).toBe(1);
    expect(ids(facts)).toEqual(['dev-lab-02']);
    const fault = await lab.fail(getDevice, { device_id }, { user: SCOPED });
    expect(fault).toMatchObject({ reason: 'FORBIDDEN', context: { device_id } });
    const unknown = await lab.fail(getDevice, { device_id: 'dev-x' }, { user: SCOPED });
    expect(unknown.reason).toBe('FORBIDDEN');
  });

  it('gets one device, or says that there is none', async () => {
    const { facts } = await lab.call(getDevice, { device_id });
    expect(facts).toMatchObject({ device_id, name: 'lab-router-01', tls_mode: 'pin' });
    expect(await lab.fail(getDevice, { device_id: 'dev-unknown' })).toMatchObject({
      reason: 'NOT_FOUND',
      details: expect.stringContaining(
        "Device 'dev-unknown' not found in registry. Available devices: dev-lab-01",
      ),
      context: { device_id: 'dev-unknown', resource_type: 'device' },
    });
    const named = await lab.fail(getDevice, { device_id: 'lab-router-01' });
    expect(named.details).toContain('that is the name of dev-lab-01');
  });
});

describe('the tools of this topic', () => {
  it('have their names, tiers and roles', () => {
    const texts = registryTools.map(
      ({ name, tier, roles = [], on }) => `${name} ${[tier, on, ...roles].join(' ')}`,
    );
    expect(texts).toEqual([
      'registry/list fundamental service',
      'registry/get fundamental service',
      'registry/add professional service admin',
      'registry/update professional service admin',
      'registry/remove professional service admin',
      'registry/rotate-credentials professional service admin',
      'registry/check-connectivity fundamental device',
    ]);
  });
});
