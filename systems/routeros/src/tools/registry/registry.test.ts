import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../access/user.js';
import { getOverview } from '../system/get-overview.js';
import { startLab, type Lab } from '../testing/start-lab.js';
import { addDevice } from './add.js';
import { getDevice } from './get.js';
import { registryTools } from './index.js';
import { listDevices } from './list.js';
import { removeDevice } from './remove.js';
import { rotateCredentials } from './rotate-credentials.js';
import { updateDevice } from './update.js';

const device_id = 'dev-lab-01';
const SECRET = 'correct-horse-battery';
const scoped: User = { id: 'u1', role: 'admin', devices: ['dev-lab-02'], single: false };
let lab: Lab;

beforeEach(async () => {
  lab = await startLab({ devices: 2 });
});
afterEach(() => lab.close());

const ids = (facts: Record<string, unknown>) =>
  (facts['items'] as { device_id: string }[]).map((item) => item.device_id);
const newDevice = (more: object = {}) => ({
  name: 'Büro Router 3',
  management_address: '192.0.2.1',
  username: 'mcp',
  password: SECRET,
  ...more,
});

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

  it('tells how many there are where the limit cuts', async () => {
    const { text, facts } = await lab.call(listDevices, { limit: 1 });
    expect(facts).toMatchObject({ total: 2, items: [{ device_id }] });
    expect(text).toContain('1 more on request');
  });

  it('shows a user only what is in their reach', async () => {
    const { facts } = await lab.call(listDevices, {}, { user: scoped });
    expect(facts['total']).toBe(1);
    expect(ids(facts)).toEqual(['dev-lab-02']);
    const fault = await lab.fail(getDevice, { device_id }, { user: scoped });
    expect(fault).toMatchObject({ reason: 'FORBIDDEN', context: { device_id } });
    const unknown = await lab.fail(getDevice, { device_id: 'dev-x' }, { user: scoped });
    expect(unknown.reason).toBe('FORBIDDEN');
  });

  it('gets one device, or says that there is none', async () => {
    const { facts } = await lab.call(getDevice, { device_id });
    expect(facts).toMatchObject({ device_id, name: 'lab-router-01', tls_mode: 'pin' });
    expect(await lab.fail(getDevice, { device_id: 'dev-unknown' })).toMatchObject({
      reason: 'NOT_FOUND',
      details: "Device 'dev-unknown' not found in registry",
      context: { device_id: 'dev-unknown', resource_type: 'device' },
    });
  });
});

describe('registry/add', () => {
  it('registers a device that nothing may be done with yet', async () => {
    const { text, facts } = await lab.call(addDevice, newDevice());
    expect(facts).toMatchObject({
      device_id: 'dev-buro-router-3',
      management_address: '192.0.2.1:443',
      environment: 'lab',
      allow_advanced_writes: false,
      tls_mode: 'verify',
      routeros_version: null,
    });
    expect(text).toContain('Next: registry/check-connectivity with device_id=dev-buro-router-3');
    expect(JSON.stringify({ text, facts })).not.toContain(SECRET);
    expect(await lab.services.registry.credentials('dev-buro-router-3')).toEqual({
      username: 'mcp',
      password: SECRET,
    });
  });

  it('works with the device at once', async () => {
    const { address, username, password } = lab.router;
    const tls = { tls_mode: 'ca', tls_ca: lab.simulator.ca };
    const record = { management_address: address, username, password, ...tls };
    await lab.call(addDevice, newDevice({ device_id: 'edge', ...record }));
    const { facts } = await lab.call(getOverview, { device_id: 'edge' });
    expect(facts['identity']).toBe('lab-router-01');
    expect((await lab.call(getDevice, { device_id: 'edge' })).facts['has_tls_ca']).toBe(true);
  });

  it('refuses a name or an id that is taken', async () => {
    const name = await lab.fail(addDevice, newDevice({ name: 'lab-router-01' }));
    expect(name).toMatchObject({
      reason: 'CONFLICT',
      context: { device_name: 'lab-router-01', existing_device_id: 'dev-lab-01' },
    });
    const id = await lab.fail(addDevice, newDevice({ device_id }));
    expect(id).toMatchObject({ reason: 'CONFLICT', context: { device_id } });
  });

  it('takes a fingerprint with or without colons', async () => {
    const plain = lab.simulator.fingerprint.replaceAll(':', '').toLowerCase();
    const pinned = newDevice({ tls_mode: 'pin', tls_fingerprint: plain });
    const { facts } = await lab.call(addDevice, pinned);
    expect(facts['tls_fingerprint']).toBe(lab.simulator.fingerprint);
  });

  it.each([
    [{ tls_mode: 'pin' }, 'tls_fingerprint'],
    [{ tls_mode: 'ca' }, 'tls_ca'],
    [{ tls_mode: 'ca', tls_ca: 'no certificate' }, 'tls_ca'],
    [{ name: '路由器' }, 'device_id'],
  ])('says which field is wrong with %j', async (more, field) => {
    const fault = await lab.fail(addDevice, newDevice(more));
    expect(fault).toMatchObject({ reason: 'VALIDATION_ERROR', context: { field }, effect: 'none' });
    expect((await lab.services.registry.list()).length).toBe(2);
  });

  it.each([
    { management_address: '2001:db8::1' },
    { management_address: 'https://192.0.2.1' },
    { management_address: '192.0.2.1:99999' },
    { password: '' },
    { tls_fingerprint: 'AB:CD' },
    { device_id: 'Dev_1' },
    { max_concurrent: 0 },
    { name: 'a\nb' },
    { passwort: 'x' },
  ])('does not take %j', (more) => {
    expect(addDevice.input.safeParse(newDevice(more)).success).toBe(false);
  });

  it('adds nothing outside of the reach of the user', async () => {
    const fault = await lab.fail(addDevice, newDevice(), { user: scoped });
    expect(fault.reason).toBe('FORBIDDEN');
  });
});

describe('registry/update', () => {
  it('changes what is given and tells what became different', async () => {
    const args = { device_id, allow_advanced_writes: true, environment: 'lab', tags: ['a'] };
    const { text, facts } = await lab.call(updateDevice, args);
    expect(facts).toMatchObject({
      allow_advanced_writes: true,
      tags: ['a'],
      changed: ['allow_advanced_writes', 'tags'],
    });
    expect(text).toContain('changed allow_advanced_writes, tags');
    const again = await lab.call(updateDevice, args);
    expect(again.facts['changed']).toEqual([]);
  });

  it('uses a changed address at once', async () => {
    await lab.call(getOverview, { device_id });
    const other = lab.simulator.devices[1]!;
    other.setPassword(lab.router.password);
    await lab.call(updateDevice, { device_id, management_address: other.address });
    const { facts } = await lab.call(getOverview, { device_id });
    expect(facts['identity']).toBe('lab-router-02');
  });

  it('keeps the trust together', async () => {
    const record = { tls_mode: 'verify', name: 'one', management_address: '192.0.2.1' };
    await lab.call(addDevice, newDevice({ ...record, device_id: 'one' }));
    const fault = await lab.fail(updateDevice, { device_id: 'one', tls_mode: 'pin' });
    expect(fault.context).toMatchObject({ field: 'tls_fingerprint' });
    const { facts } = await lab.call(updateDevice, { device_id, tls_mode: 'pin' });
    expect(facts['tls_fingerprint']).toBe(lab.simulator.fingerprint);
  });

  it('needs something to change, a device, and a name that is free', async () => {
    expect((await lab.fail(updateDevice, { device_id })).reason).toBe('VALIDATION_ERROR');
    const missing = await lab.fail(updateDevice, { device_id: 'dev-x', name: 'x' });
    expect(missing.reason).toBe('NOT_FOUND');
    const taken = await lab.fail(updateDevice, { device_id, name: 'lab-router-02' });
    expect(taken.reason).toBe('CONFLICT');
  });

  it('is refused outside of the reach of the user', async () => {
    const fault = await lab.fail(updateDevice, { device_id, tags: [] }, { user: scoped });
    expect(fault.reason).toBe('FORBIDDEN');
  });
});

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
    await lab.call(removeDevice, { device_id });
  });
});

describe('registry/rotate-credentials', () => {
  it('signs in with the new password at once, and never shows it', async () => {
    lab.router.setPassword(SECRET);
    expect((await lab.fail(getOverview, { device_id })).reason).toBe('DEVICE_AUTH_FAILED');
    const { text, facts } = await lab.call(rotateCredentials, { device_id, password: SECRET });
    expect(facts).toEqual({ device_id, username: 'admin' });
    expect(text).not.toContain(SECRET);
    await lab.call(getOverview, { device_id });
  });

  it('takes another user as well', async () => {
    await lab.call(rotateCredentials, { device_id, username: 'mcp', password: SECRET });
    const stored = await lab.services.registry.credentials(device_id);
    expect(stored).toEqual({ username: 'mcp', password: SECRET });
  });

  it('needs a device that is there and in reach', async () => {
    const args = { device_id: 'dev-x', password: SECRET };
    expect((await lab.fail(rotateCredentials, args)).reason).toBe('NOT_FOUND');
    expect((await lab.fail(rotateCredentials, args, { user: scoped })).reason).toBe('FORBIDDEN');
  });
});

describe('the tools of this topic', () => {
  it('have their names, tiers and roles', () => {
    const told = registryTools.map(
      ({ name, tier, roles = [], on }) => `${name} ${[tier, on, ...roles].join(' ')}`,
    );
    expect(told).toEqual([
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
