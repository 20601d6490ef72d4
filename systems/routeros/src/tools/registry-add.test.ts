import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { newDevice, SCOPED, SECRET } from '../../lab/testing/fixtures.js';
import { startLab } from '../../lab/testing/start-lab.js';
import { addDevice, getDevice } from './registry.js';
import { getOverview } from './system.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab({ devices: 2 }));

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

  it('does not advise to check a device of another environment', async () => {
    const { text } = await lab.call(addDevice, newDevice({ environment: 'prod' }));
    expect(text).not.toContain('check-connectivity');
    expect(text).toContain(
      'This service works on lab devices; use the one of environment prod for it.',
    );
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

  it('does not tell that a device has a name which the user may not see', async () => {
    const user = { ...SCOPED, devices: ['dev-new'] };
    const args = newDevice({ device_id: 'dev-new', name: 'lab-router-01' });
    const { facts } = await lab.call(addDevice, args, { user });
    expect(facts).toMatchObject({ device_id: 'dev-new', name: 'lab-router-01' });
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
    { requests_per_minute: 9 },
    { username: 'ad:min' },
    { username: 'a\ud800' },
    { name: 'a\udc00b' },
    { password: 'a\u0000b' },
    { password: 'a\ud800b' },
    { tags: ['\ud800'] },
    { tls_ca: 'a\u0000' },
    { name: 'a\nb' },
    { passwort: 'x' },
  ])('does not take %j', (more) => {
    expect(addDevice.input.safeParse(newDevice(more)).success).toBe(false);
  });

  it.each([
    [
      { management_address: 'https://192.0.2.1' },
      'host or host:port, without https:// or a path (e.g., 192.168.1.1:443)',
    ],
    [
      { management_address: '192.0.2.1/rest' },
      'host or host:port, without https:// or a path (e.g., 192.168.1.1:443)',
    ],
    [
      { management_address: '2001:db8::1' },
      'an IPv6 address in brackets (e.g., [2001:db8::1]:443)',
    ],
    [{ management_address: '192.0.2.1:99999' }, 'a port from 1 to 65535'],
    [{ tls_fingerprint: 'AB:CD' }, 'SHA-256 fingerprint: 64 hex digits, with or without colons'],
  ])('says of %j what is expected', (more, message) => {
    const { error } = addDevice.input.safeParse(newDevice(more));
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('adds nothing outside of the reach of the user', async () => {
    const fault = await lab.fail(addDevice, newDevice(), { user: SCOPED });
    expect(fault.reason).toBe('FORBIDDEN');
  });
});
