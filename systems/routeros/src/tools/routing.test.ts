import { openedForAll } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { getRoute, listRoutes } from './routing.js';

const lab = openedForAll(() => startLab());
let gateway: string;
beforeAll(() => {
  gateway = lab.router.state.rows('/ip/route')[0]!['gateway']!;
});

const destinations = (facts: Record<string, unknown>) =>
  (facts['items'] as { dst_address: string }[]).map((route) => route.dst_address);

describe('routing/list', () => {
  it('reports in the first line how many there are and where the default route goes', async () => {
    const { lines, facts } = await lab.call(listRoutes);
    const { length } = lab.router.state.rows('/ip/route');
    expect(lines[0]).toBe(
      `Routes of dev-lab-01: ${length}, ${length} active, default via ${gateway}`,
    );
    expect(lines[1]).toBe(`*1 0.0.0.0/0 via ${gateway} distance 1, active, "default"`);
    expect(facts['total']).toBe(length);
    expect(destinations(facts)).toContain('127.0.0.0/8');
  });

  it('gives only active routes where asked', async () => {
    const router = lab.services.fleet.connect(lab.device);
    const { '.id': id } = await router.create('/ip/route', {
      'dst-address': '198.18.0.0/15',
      gateway: '9.9.9.9',
    });
    const all = await lab.call(listRoutes);
    const active = await lab.call(listRoutes, { active_only: true });
    expect(destinations(all.facts)).toContain('198.18.0.0/15');
    expect(destinations(active.facts)).not.toContain('198.18.0.0/15');
    expect(all.text).toContain('198.18.0.0/15 via 9.9.9.9 distance 1, inactive');
    await router.remove('/ip/route', id!);
  });

  it('finds the routes that cover an address, the most specific first', async () => {
    const { facts } = await lab.call(listRoutes, { dst: '127.0.0.1' });
    expect(destinations(facts)).toEqual(['127.0.0.0/8', '0.0.0.0/0']);
  });

  it.each(['127.0.0.0/8', '127.1.2.3/8'])('finds the routes to exactly %s', async (dst) => {
    const { facts } = await lab.call(listRoutes, { dst });
    expect(destinations(facts)).toEqual(['127.0.0.0/8']);
  });

  it.each(['2001:db8::1', '10.0.0.0/33', 'x', ''])('refuses %j as destination', (dst) => {
    const parsed = listRoutes.input.safeParse({ device_id: 'dev-lab-01', dst });
    expect(parsed.error?.issues[0]?.message).toMatch(/^Valid IPv4 address or prefix/);
  });

  it.each([0, 100_001, 1.5])('refuses %d as limit', (limit) => {
    expect(listRoutes.input.safeParse({ device_id: 'dev-lab-01', limit }).success).toBe(false);
  });

  it('reports the number of all routes of a full table, and shows 50 lines of the 100 that it gives', async () => {
    const own = await startLab();
    try {
      own.router.fillRoutes(2_000);
      const { length: total } = own.router.state.rows('/ip/route');
      const { lines, facts } = await own.call(listRoutes);
      expect(lines[0]).toContain(`: ${total}, `);
      expect(facts['total']).toBe(total);
      expect(facts['items']).toHaveLength(100);
      expect(lines).toHaveLength(53);
      expect(lines.slice(-2)).toEqual([
        '… 50 more in the structured content',
        `… ${total - 100} more on request: a higher limit, or a dst`,
      ]);
      const all = await own.call(listRoutes, { limit: 100_000 });
      expect(all.facts['items']).toHaveLength(total);
    } finally {
      await own.close();
    }
  });
});

describe('routing/get', () => {
  it('shows one route', async () => {
    const { text, facts } = await lab.call(getRoute, { route_id: '*1' });
    expect(text).toBe(`dev-lab-01: *1 0.0.0.0/0 via ${gateway} distance 1, active, "default"`);
    expect(facts).toEqual({
      device_id: 'dev-lab-01',
      id: '*1',
      dst_address: '0.0.0.0/0',
      gateway,
      distance: 1,
      routing_table: 'main',
      active: true,
      dynamic: false,
      disabled: false,
      comment: 'default',
    });
  });

  it('passes on what the device says of an unknown id', async () => {
    const fault = await lab.fail(getRoute, { route_id: '*99' });
    expect(fault.reason).toBe('DEVICE_ERROR');
    expect(fault.context).toMatchObject({
      routeros_error: 'no such item',
      operation: 'GET /rest/ip/route/*99',
    });
  });
});
