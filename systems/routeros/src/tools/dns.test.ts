import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { dnsTools, flushDnsCache, getDnsStatus, updateDnsServers } from './dns.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab());

const servers = () => lab.router.state.rows('/ip/dns')[0]?.['servers'];
const wrote = () => lab.router.requests.some(({ method }) => method !== 'GET');

describe('dns/get-status', () => {
  it('reports servers and cache', async () => {
    const { text, facts } = await lab.call(getDnsStatus, { device_id });
    expect(facts).toMatchObject({
      dns_servers: ['1.1.1.1', '8.8.8.8'],
      allow_remote_requests: true,
      cache_size_kib: 2048,
    });
    expect(text).toMatch(/^dev-lab-01: DNS servers 1\.1\.1\.1, 8\.8\.8\.8; learned .+ KiB used$/);
  });
});

describe('dns/update-servers', () => {
  it('replaces the servers and tells before and after', async () => {
    const args = { device_id, dns_servers: ['9.9.9.9', '2620:fe::fe'] };
    const { text, facts } = await lab.call(updateDnsServers, args);
    expect(servers()).toBe('9.9.9.9,2620:fe::fe');
    expect(facts).toMatchObject({
      changed: true,
      before: ['1.1.1.1', '8.8.8.8'],
      after: ['9.9.9.9', '2620:fe::fe'],
    });
    expect(text).toBe(
      'dev-lab-01: DNS servers are now 9.9.9.9, 2620:fe::fe, before 1.1.1.1, 8.8.8.8',
    );
  });

  it('changes nothing on a dry run', async () => {
    const args = { device_id, dns_servers: ['9.9.9.9'], dry_run: true };
    const { facts } = await lab.call(updateDnsServers, args);
    expect(facts).toMatchObject({ dry_run: true, changed: true, after: ['9.9.9.9'] });
    expect(servers()).toBe('1.1.1.1,8.8.8.8');
    expect(wrote()).toBe(false);
  });

  it('writes nothing where the servers are those already; their order counts', async () => {
    const same = await lab.call(updateDnsServers, {
      device_id,
      dns_servers: ['1.1.1.1', '8.8.8.8'],
    });
    expect(same.facts['changed']).toBe(false);
    expect(wrote()).toBe(false);
    const turned = { device_id, dns_servers: ['8.8.8.8', '1.1.1.1'] };
    expect((await lab.call(updateDnsServers, turned)).facts['changed']).toBe(true);
  });

  it('refuses a server that is named twice', () => {
    const dns_servers = ['9.9.9.9', '2001:db8::A', '2001:DB8::a'];
    const { error } = updateDnsServers.input.safeParse({ device_id, dns_servers });
    expect(error?.issues).toMatchObject([
      { path: ['dns_servers'], message: "'2001:DB8::a' is named twice" },
    ]);
  });

  it.each([[[]], [['192.168.1.999']], [['dns.google']], ['9.9.9.9']])(
    'does not take %j',
    (given) => {
      const parsed = updateDnsServers.input.safeParse({ device_id, dns_servers: given });
      expect(parsed.success).toBe(false);
    },
  );

  it('reports what the device fails with, and that the effect is unknown', async () => {
    const context = lab.context();
    const device = await context.admit(device_id);
    const router = context.fleet.connect(device);
    const failing = {
      ...router,
      run: (...args: Parameters<typeof router.run>) => {
        lab.router.failWith(500);
        return router.run(...args);
      },
    };
    const args = updateDnsServers.input.parse({ device_id, dns_servers: ['9.9.9.9'] });
    await expect(
      updateDnsServers.run(args, { ...context, device, router: failing }),
    ).rejects.toMatchObject({
      reason: 'DEVICE_ERROR',
      effect: 'unknown',
      context: { http_status: 500 },
    });
  });
});

describe('dns/flush-cache', () => {
  it('empties the cache', async () => {
    expect(lab.router.state.rows('/ip/dns/cache').length).toBeGreaterThan(0);
    const { facts } = await lab.call(flushDnsCache, { device_id });
    expect(lab.router.state.rows('/ip/dns/cache')).toEqual([]);
    expect(facts['cache_used_kib']).toBeLessThan(facts['cache_used_kib_before'] as number);
  });

  it('is not repeated where the answer is lost', async () => {
    lab.router.swallowWrites(true);
    const fault = await lab.fail(flushDnsCache, { device_id });
    expect([fault.effect, fault.retryable]).toEqual(['unknown', false]);
    expect(fault.nextSteps?.[0]).toBe('Use dns/get-status to see whether the change was made');
    expect(lab.router.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('the tools of this topic', () => {
  it('have their names and tiers', () => {
    expect(dnsTools.map(({ name, tier }) => `${name} ${tier}`)).toEqual([
      'dns/get-status fundamental',
      'dns/update-servers advanced',
      'dns/flush-cache advanced',
    ]);
  });
});
