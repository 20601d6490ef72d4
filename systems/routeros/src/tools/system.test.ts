import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { getNtpStatus } from './ntp.js';
import {
  describeUptime,
  getClock,
  getOverview,
  getPackages,
  setIdentity,
  systemTools,
} from './system.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab());

const identity = () => lab.router.state.rows('/system/identity')[0]?.['name'];

describe('system/get-overview', () => {
  it('says everything in one line', async () => {
    const { text } = await lab.call(getOverview, { device_id });
    expect(text).toMatch(
      /^dev-lab-01 \(lab-router-01\): RouterOS 7\.16\.2 on .+, up 1d 2h, CPU \d+ %, memory \d+ % used$/,
    );
  });

  it('gives the facts of the device', async () => {
    const [resource] = lab.router.state.rows('/system/resource');
    const { facts } = await lab.call(getOverview, { device_id });
    expect(facts).toMatchObject({
      device_id,
      identity: 'lab-router-01',
      routeros_version: '7.16.2',
      board: resource?.['board-name'],
      memory_total_bytes: Number(resource?.['total-memory']),
    });
    expect(facts['uptime_seconds']).toBeGreaterThanOrEqual(93_784);
    expect(facts['memory_used_bytes']).toBeLessThan(facts['memory_total_bytes'] as number);
  });

  it('fails as the device does', async () => {
    await lab.router.stop();
    const unreachable = await lab.fail(getOverview, { device_id });
    expect(unreachable.reason).toBe('DEVICE_UNREACHABLE');
    await lab.router.start();
    lab.router.setPassword('another one');
    expect((await lab.fail(getOverview, { device_id })).reason).toBe('DEVICE_AUTH_FAILED');
  });

  it('is DEVICE_ERROR where the device does not tell what it should', async () => {
    const router = {
      device: (await lab.services.registry.find(device_id))!,
      read: async () => ({ version: '7.16.2 (stable)', uptime: '1d' }),
    };
    const context = { ...lab.context(), device: router.device, router: router as never };
    await expect(getOverview.run({ device_id }, context)).rejects.toMatchObject({
      reason: 'DEVICE_ERROR',
      details: 'The device did not tell its total-memory',
      effect: 'none',
    });
  });
});

describe('system/get-packages, get-clock and get-ntp-status', () => {
  it('lists the packages', async () => {
    const rows = lab.router.state.rows('/system/package');
    const { text, facts } = await lab.call(getPackages, { device_id });
    expect(text.split('\n')).toHaveLength(rows.length + 1);
    expect(facts['total']).toBe(rows.length);
    expect(facts['items']).toContainEqual({ name: 'routeros', version: '7.16.2', disabled: false });
  });

  it('reports the time of the device', async () => {
    const { text, facts } = await lab.call(getClock, { device_id });
    expect(facts['date']).toMatch(/\d{4}/);
    expect(text).toContain(`${facts['date']} ${facts['time']} (`);
  });

  it('reports whether the clock is kept right', async () => {
    const [client] = lab.router.state.rows('/system/ntp/client');
    const { text, facts } = await lab.call(getNtpStatus, { device_id });
    expect(facts).toMatchObject({
      enabled: client?.['enabled'] === 'true',
      status: client?.['status'],
      ntp_servers: client?.['servers']?.split(','),
    });
    expect(text).toContain(String(facts['status']));
  });

  it('needs RouterOS 7.10 for the NTP status, and a menu that is there', async () => {
    expect(getNtpStatus.since).toBe('7.10');
    lab.router.removeMenu('/system/ntp/client');
    expect((await lab.fail(getNtpStatus, { device_id })).reason).toBe('DEVICE_UNSUPPORTED');
  });
});

describe('system/set-identity', () => {
  it('renames the device and reads the name back', async () => {
    const { text, facts } = await lab.call(setIdentity, { device_id, identity: 'edge-1' });
    expect(identity()).toBe('edge-1');
    expect(facts).toMatchObject({
      changed: true,
      identity_before: 'lab-router-01',
      identity: 'edge-1',
    });
    expect(text).toBe("dev-lab-01: the identity is now 'edge-1', before 'lab-router-01'");
  });

  it('changes nothing on a dry run', async () => {
    const { text, facts } = await lab.call(setIdentity, {
      device_id,
      identity: 'edge-1',
      dry_run: true,
    });
    expect(identity()).toBe('lab-router-01');
    expect(lab.router.requests.every(({ method }) => method === 'GET')).toBe(true);
    expect(facts).toMatchObject({ dry_run: true, changed: true, identity: 'edge-1' });
    expect(text).toContain('would be');
  });

  it('writes nothing where the name is that one already', async () => {
    const { facts } = await lab.call(setIdentity, { device_id, identity: 'lab-router-01' });
    expect(facts).toMatchObject({ changed: false });
    expect(lab.router.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('leaves the effect unknown where the answer is lost', async () => {
    lab.router.swallowWrites(true);
    const fault = await lab.fail(setIdentity, { device_id, identity: 'edge-1' });
    expect(fault).toMatchObject({
      reason: 'DEVICE_UNREACHABLE',
      effect: 'unknown',
      strategy: 'user_action_required',
      retryable: false,
      suggestion: 'Use system/get-overview before sending it again',
    });
    expect(identity()).toBe('edge-1');
  });

  it.each(['', 'a\nb', 'x'.repeat(65)])('does not take %j', (name) => {
    expect(setIdentity.input.safeParse({ device_id, identity: name }).success).toBe(false);
  });
});

describe('describeUptime', () => {
  it.each([
    [0, '0s'],
    [59, '59s'],
    [60, '1m'],
    [3_661, '1h 1m'],
    [93_784, '1d 2h'],
    [604_800 + 59, '1w'],
    [1_209_600 + 86_400, '2w 1d'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(describeUptime(seconds)).toBe(text);
  });
});

describe('the tools of this topic', () => {
  it('have their names and tiers', () => {
    expect(systemTools.map(({ name, tier }) => `${name} ${tier}`)).toEqual([
      'system/get-overview fundamental',
      'system/get-packages fundamental',
      'system/get-clock fundamental',
      'system/get-ntp-status fundamental',
      'system/set-identity advanced',
    ]);
  });
});
