import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../lab/sim/tls.js';
import { newDevice, SCOPED, SECRET } from '../../lab/testing/fixtures.js';
import { answerJson, startDevice } from '../../lab/testing/devices.js';
import { startLab } from '../../lab/testing/start-lab.js';
import { addDevice, updateDevice } from './registry.js';
import { getClock, getOverview } from './system.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab({ devices: 2 }));

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

  it('says that a device which was moved elsewhere is none of this service', async () => {
    const { text } = await lab.call(updateDevice, { device_id, environment: 'staging' });
    expect(text.split('\n').slice(1)).toEqual([
      'This service works on lab devices; use the one of environment staging for it.',
    ]);
  });

  it('does not fetch a device of another environment, nor move it on', async () => {
    await lab.services.registry.update(device_id, { environment: 'prod' });
    for (const environment of ['lab', 'staging']) {
      const fault = await lab.fail(updateDevice, { device_id, environment, tags: ['a'] });
      expect(fault).toMatchObject({
        reason: 'FORBIDDEN',
        context: { device_id, device_environment: 'prod', service_environment: 'lab' },
      });
    }
    const { facts } = await lab.call(updateDevice, { device_id, environment: 'prod', tags: ['b'] });
    expect(facts).toMatchObject({ environment: 'prod', changed: ['tags'] });
  });

  it('uses a changed address at once', async () => {
    await lab.call(getOverview, { device_id });
    const other = lab.simulator.devices[1]!;
    other.setPassword(lab.router.password);
    const { password } = other;
    await lab.call(updateDevice, { device_id, management_address: other.address, password });
    const { facts } = await lab.call(getOverview, { device_id });
    expect(facts['identity']).toBe('lab-router-02');
  });

  describe('where the password would be sent', () => {
    const pinned = (digits: string) => ({
      tls_mode: 'pin',
      tls_fingerprint: Array.from({ length: 32 }, () => digits).join(':'),
    });
    const REFUSED = { reason: 'VALIDATION_ERROR', context: { field: 'password' }, effect: 'none' };

    async function add(trust: object) {
      await lab.call(addDevice, newDevice({ device_id: 'one', ...trust }));
      return (changes: object) => ({ device_id: 'one', ...changes });
    }

    it.each([
      ['another address', { tls_mode: 'verify' }, { management_address: '192.0.2.9' }],
      ['another port', { tls_mode: 'insecure' }, { management_address: '192.0.2.1:8443' }],
      ['no trust', { tls_mode: 'verify' }, { tls_mode: 'insecure' }],
      ['no trust in place of a pin', pinned('AB'), { tls_mode: 'insecure' }],
      ['the authorities in place of a pin', pinned('AB'), { tls_mode: 'verify' }],
      ['another pin', pinned('AB'), { tls_fingerprint: pinned('CD').tls_fingerprint }],
    ])('needs it again: %s', async (_, trust, changes) => {
      const of = await add(trust);
      const before = await lab.services.registry.find('one');
      const fault = await lab.fail(updateDevice, of(changes));
      expect(fault).toMatchObject(REFUSED);
      expect(fault.details).toMatch(/^The stored password is not sent /);
      expect(await lab.services.registry.find('one')).toEqual(before);

      const { facts, text } = await lab.call(
        updateDevice,
        of({ ...changes, password: 'new-one-9' }),
      );
      expect(facts['changed']).toContain('credentials');
      expect(text).not.toContain('new-one-9');
      expect(await lab.services.registry.credentials('one')).toEqual({
        username: 'mcp',
        password: 'new-one-9',
      });
    });

    it.each([
      ['a pin', { tls_mode: 'verify' }, pinned('AB')],
      ['a pin where nothing was checked', { tls_mode: 'insecure' }, pinned('AB')],
      [
        'the authorities where nothing was checked',
        { tls_mode: 'insecure' },
        { tls_mode: 'verify' },
      ],
      [
        'the same address in other words',
        { tls_mode: 'verify' },
        { management_address: '192.0.2.1' },
      ],
      [
        'a pin that is not in use',
        { tls_mode: 'verify' },
        { tls_fingerprint: pinned('AB').tls_fingerprint },
      ],
      ['the same pin in other words', pinned('AB'), { tls_fingerprint: 'ab'.repeat(32) }],
    ])('does not need it again: %s', async (_, trust, changes) => {
      const of = await add(trust);
      await lab.call(updateDevice, of(changes));
      expect((await lab.services.registry.credentials('one')).password).toBe(SECRET);
    });

    it('needs it again for another authority', async () => {
      const of = await add({ tls_mode: 'ca', tls_ca: lab.simulator.ca });
      const tls_ca = createCertificate('other', ['127.0.0.1']).cert;
      expect(await lab.fail(updateDevice, of({ tls_ca }))).toMatchObject(REFUSED);
      await lab.call(updateDevice, of({ tls_ca: lab.simulator.ca, tags: ['a'] }));
    });

    it('takes another username only with a password', async () => {
      const of = await add({ tls_mode: 'verify' });
      expect(await lab.fail(updateDevice, of({ username: 'x' }))).toMatchObject(REFUSED);
      const given = { username: 'x', password: 'new-one-9', management_address: '192.0.2.9' };
      await lab.call(updateDevice, of(given));
      const { username, password } = given;
      expect(await lab.services.registry.credentials('one')).toEqual({ username, password });
    });

    it('never gets the stored one to another server', async () => {
      const evil = await startDevice((_, response) => answerJson(response, 200, { name: 'evil' }));
      try {
        const changes = { device_id, management_address: evil.address, tls_mode: 'insecure' };
        await lab.fail(updateDevice, changes);
        await lab.call(getOverview, { device_id });
        expect(evil.requests).toEqual([]);
      } finally {
        await evil.close();
      }
    });
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

  it('does not tell that a device has a name which the user may not see', async () => {
    const args = { device_id: 'dev-lab-02', name: 'lab-router-01' };
    const taken = { device_name: 'lab-router-01', existing_device_id: 'dev-lab-01' };
    expect((await lab.fail(updateDevice, args)).context).toEqual(taken);
    for (let times = 0; times < 2; times++) {
      const { facts } = await lab.call(updateDevice, args, { user: SCOPED });
      expect(facts).toMatchObject({ name: 'lab-router-01' });
    }
    const names = (await lab.services.registry.list()).map(({ name }) => name);
    expect(names).toEqual(['lab-router-01', 'lab-router-01']);
    // A caller who sees both learns of it, also after the first is gone.
    expect((await lab.fail(updateDevice, args)).context).toEqual(taken);
    await lab.services.registry.update('dev-lab-01', { name: 'free' });
    const again = await lab.fail(updateDevice, { device_id, name: 'lab-router-01' });
    expect(again.context).toMatchObject({ existing_device_id: 'dev-lab-02' });
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
