import { openedForAll } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { ping, traceroute } from './diagnostics.js';

const lab = openedForAll(() => startLab());
/** An address that answers. */
let neighbour: string;
beforeAll(() => {
  neighbour = lab.router.state.rows('/ip/arp')[0]!['address']!;
});

const SILENT = '192.0.2.1';

describe('tool/ping', () => {
  it('reports how many replies came and how fast, with progress for each', async () => {
    const progress: unknown[] = [];
    const { lines, facts } = await lab.call(
      ping,
      { address: neighbour, count: 3 },
      { progress: (done, total, message) => progress.push([done, total, message]) },
    );
    expect(lines[0]).toMatch(
      new RegExp(
        `^Ping of ${neighbour} from dev-lab-01: 3 of 3 replies \\(0 % lost\\), [\\d.]+ ms on average$`,
      ),
    );
    expect(facts).toMatchObject({ address: neighbour, sent: 3, received: 3, loss_percent: 0 });
    const { min_ms: min, avg_ms: avg, max_ms: max } = facts as Record<string, number>;
    expect(min).toBeGreaterThan(0);
    expect(min).toBeLessThanOrEqual(avg!);
    expect(avg).toBeLessThanOrEqual(max!);
    expect(progress).toEqual([
      [0, 3, `dev-lab-01 pings ${neighbour}`],
      ...lines.slice(1).map((line, index) => [index + 1, 3, line]),
    ]);
  });

  it('reports a missing answer as a result', async () => {
    const { lines, facts } = await lab.call(ping, { address: SILENT });
    expect(lines[0]).toBe(
      `Ping of ${SILENT} from dev-lab-01: 0 of 4 replies (100 % lost), no reply`,
    );
    expect(lines[1]).toBe(`0: ${SILENT} timeout`);
    expect(facts).toMatchObject({ sent: 4, received: 0, loss_percent: 100, avg_ms: null });
  });

  it.each([
    ['count', { address: SILENT, count: 11 }],
    ['count', { address: SILENT, count: 0 }],
    ['address', { address: '192.168.1.999' }],
    ['address', { address: 'a b' }],
  ])('refuses a wrong %s: %j', (field, args) => {
    const parsed = ping.input.safeParse({ device_id: 'dev-lab-01', ...args });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('is limited to 10 per minute and device', async () => {
    const own = await startLab();
    try {
      for (let call = 0; call < 10; call++) await own.call(ping, { address: SILENT, count: 1 });
      const fault = await own.fail(ping, { address: SILENT, count: 1 });
      expect(fault.reason).toBe('RATE_LIMITED');
      expect(fault.context).toMatchObject({
        device_id: 'dev-lab-01',
        limit: '10 pings per minute',
        current_count: 10,
      });
      expect(fault.retryAfter).toBeGreaterThan(0);
      expect(fault.retryAfter).toBeLessThanOrEqual(60);
      // Another tool is not concerned.
      await own.call(traceroute, { address: SILENT });
    } finally {
      await own.close();
    }
  });

  it('ends with the signal of the caller', async () => {
    const own = await startLab();
    try {
      own.router.setDelay(60_000);
      const stop = new AbortController();
      const pinging = own.call(
        ping,
        { address: SILENT },
        { signal: stop.signal, progress: () => stop.abort(new Error('enough')) },
      );
      await expect(pinging).rejects.toThrow('enough');
    } finally {
      await own.close();
    }
  });
});

describe('tool/traceroute', () => {
  it('lists the hops and says that the target was reached', async () => {
    const { lines, facts } = await lab.call(traceroute, { address: '8.8.8.8' });
    const hops = facts['hops'] as { hop: number; address: string; avg_ms: number }[];
    expect(facts['reached']).toBe(true);
    expect(hops.map(({ hop }) => hop)).toEqual(hops.map((_, index) => index + 1));
    expect(hops.at(-1)).toMatchObject({ address: '8.8.8.8', loss_percent: 0 });
    expect(hops.at(-1)!.avg_ms).toBeGreaterThan(0);
    expect(lines[0]).toBe(`Trace to 8.8.8.8 from dev-lab-01: reached after ${hops.length} hops`);
  });

  it('names the last that answered where the target is silent', async () => {
    const { lines, facts } = await lab.call(traceroute, { address: SILENT });
    expect(facts['reached']).toBe(false);
    expect(lines[0]).toMatch(/: not reached; the last that answered is [\d.]+ \(hop \d+\)$/);
    expect(lines.at(-1)).toMatch(/^\d+: no answer$/);
  });

  it('gives up at its limit', async () => {
    const { facts } = await lab.call(traceroute, { address: '8.8.8.8', max_hops: 2 });
    expect(facts['hops']).toHaveLength(2);
    expect(facts['reached']).toBe(false);
  });

  it('is limited to 5 per minute and device', async () => {
    const own = await startLab();
    try {
      for (let call = 0; call < 5; call++) await own.call(traceroute, { address: SILENT });
      const fault = await own.fail(traceroute, { address: SILENT });
      expect(fault.context).toMatchObject({ limit: '5 traceroutes per minute', current_count: 5 });
    } finally {
      await own.close();
    }
  });
});
