import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getClock } from '../system/get-clock.js';
import { getOverview } from '../system/get-overview.js';
import { startLab, type Lab } from '../testing/start-lab.js';
import { addDevice } from './add.js';
import { updateDevice } from './update.js';
import { newDevice, SCOPED } from './testing/fixtures.js';

const device_id = 'dev-lab-01';
let lab: Lab;

beforeEach(async () => {
  lab = await startLab({ devices: 2 });
});
afterEach(() => lab.close());

describe('registry/update', () => {
  it('changes what is given and tells what became different', async () => {
    const args = { device_id, allow_advanced_writes: true, environment: 'lab', tags: ['a'] };
    const { text, facts } = await lab.call(updateDevice, args);
    expect(facts).toMatchObject({
      allow_advanced_writes: true,
      tags: ['a'],
      changed: ['tags', 'allow_advanced_writes'],
    });
    expect(text).toContain('changed tags, allow_advanced_writes');
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
    const fault = await lab.fail(updateDevice, { device_id, tags: [] }, { user: SCOPED });
    expect(fault.reason).toBe('FORBIDDEN');
  });

  it('forgets what is kept for the device', async () => {
    await lab.router.stop();
    for (let i = 0; i < 5; i += 1) await lab.fail(getClock, { device_id });
    await lab.router.start();
    // Left alone for a while after so many failures, whatever it says now.
    expect((await lab.fail(getClock, { device_id })).reason).toBe('DEVICE_UNREACHABLE');
    await lab.call(updateDevice, { device_id, tags: [] });
    await lab.call(getClock, { device_id });
  });
});
