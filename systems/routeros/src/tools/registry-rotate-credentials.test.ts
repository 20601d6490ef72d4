import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { SCOPED, SECRET } from '../../lab/testing/fixtures.js';
import { startLab } from '../../lab/testing/start-lab.js';
import { rotateCredentials } from './registry.js';
import { getClock, getOverview } from './system.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab({ devices: 2 }));

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

  it('does not advise to check a device of another environment', async () => {
    await lab.services.registry.update(device_id, { environment: 'prod' });
    const { text } = await lab.call(rotateCredentials, { device_id, password: SECRET });
    expect(text).not.toContain('check-connectivity');
  });

  it('needs a device that is there and in reach', async () => {
    const args = { device_id: 'dev-x', password: SECRET };
    expect((await lab.fail(rotateCredentials, args)).reason).toBe('NOT_FOUND');
    expect((await lab.fail(rotateCredentials, args, { user: SCOPED })).reason).toBe('FORBIDDEN');
  });

  it('forgets what is kept for the device', async () => {
    await lab.router.stop();
    for (let i = 0; i < 5; i += 1) await lab.fail(getClock, { device_id });
    await lab.router.start();
    // Left alone for a while after so many failures, whatever it says now.
    expect((await lab.fail(getClock, { device_id })).reason).toBe('DEVICE_UNREACHABLE');
    await lab.call(rotateCredentials, { device_id, password: lab.router.password });
    await lab.call(getClock, { device_id });
  });
});
