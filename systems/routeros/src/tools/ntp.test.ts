import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { ntpTools, updateNtpServers } from './ntp.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab());

const client = () => lab.router.state.rows('/system/ntp/client')[0];
const wrote = () => lab.router.requests.some(({ method }) => method !== 'GET');

describe('ntp/update-servers', () => {
  it('replaces the servers and tells before and after', async () => {
    const before = client()?.['servers']?.split(',');
    const args = { device_id, ntp_servers: ['192.0.2.123', 'time.example.net'] };
    const { text, facts } = await lab.call(updateNtpServers, args);
    expect(client()?.['servers']).toBe('192.0.2.123,time.example.net');
    expect(facts).toMatchObject({
      changed: true,
      before: { ntp_servers: before },
      after: { ntp_servers: args.ntp_servers },
    });
    expect(text).toContain('NTP servers are now 192.0.2.123, time.example.net, before');
  });

  it('switches the client off and on with it, and says when it is off', async () => {
    const args = { device_id, ntp_servers: ['192.0.2.123'] };
    const off = await lab.call(updateNtpServers, { ...args, enable: false });
    expect(client()?.['enabled']).toBe('false');
    expect(off.text).toContain('the NTP client is disabled (enable=true switches it on)');
    const kept = await lab.call(updateNtpServers, args);
    expect(kept.facts).toMatchObject({ changed: false, after: { enabled: false } });
    const on = await lab.call(updateNtpServers, { ...args, enable: true });
    expect(on.facts).toMatchObject({ changed: true, after: { enabled: true } });
    expect(client()?.['enabled']).toBe('true');
  });

  it('changes nothing on a dry run', async () => {
    const before = client();
    const args = { device_id, ntp_servers: ['192.0.2.123'], dry_run: true };
    const { facts } = await lab.call(updateNtpServers, args);
    expect(facts).toMatchObject({ dry_run: true, changed: true });
    expect(client()?.['servers']).toBe(before?.['servers']);
    expect(wrote()).toBe(false);
  });

  it.each([[[]], [['192.168.1.999']], [['a b']], [['-x.net']], [['x,y']]])(
    'does not take %j',
    (given) => {
      const parsed = updateNtpServers.input.safeParse({ device_id, ntp_servers: given });
      expect(parsed.success).toBe(false);
    },
  );

  it('is of the advanced tier', () => {
    expect(ntpTools.map(({ name, tier }) => `${name} ${tier}`)).toEqual([
      'ntp/update-servers advanced',
    ]);
  });
});
