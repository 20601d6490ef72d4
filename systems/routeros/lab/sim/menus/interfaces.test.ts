import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

describe('/interface', () => {
  let now = Date.UTC(2026, 0, 1);
  const used = useDevice({ now: () => now, sessionCap: 20 });

  it('lists its ports, with counters that grow while they run', async () => {
    const read = async () => (await used.client.get('/interface')).body as SimRow[];
    const before = await read();
    expect(before.map(({ name }) => name)).toEqual([
      'ether1',
      'ether2',
      'ether3',
      'ether4',
      'ether5',
      'bridge',
    ]);
    now += 10_000;
    const after = await read();
    for (const [at, row] of after.entries()) {
      expect(Number(row['rx-byte'])).toBeGreaterThan(Number(before[at]?.['rx-byte']));
    }
  });

  it('can be disabled and commented, by id and by name', async () => {
    const changed = await used.client.ask('PATCH', '/interface/*2', {
      body: { disabled: true, comment: 'to the moon' },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ disabled: 'true', running: 'false' });
    expect((await used.client.get('/interface/ether2')).body).toMatchObject({
      comment: 'to the moon',
    });
    await used.client.ask('PATCH', '/interface/ether2', { body: { disabled: 'no', comment: '' } });
    const row = (await used.client.get('/interface/ether2')).body;
    expect(row).toMatchObject({ disabled: 'false', running: 'true' });
    expect(row).not.toHaveProperty('comment');
    await used.client.post('/interface/disable', { '.id': 'ether3,ether4' });
    expect(
      used.device.state.rows('/interface').filter((port) => port['disabled'] === 'true').length,
    ).toBe(2);
  });

  it('cannot be added or removed', async () => {
    const no = refusal('no such command');
    expect(await used.client.ask('PUT', '/interface', { body: { name: 'x' } })).toEqual(no);
    expect(await used.client.ask('DELETE', '/interface/*1')).toEqual(no);
  });

  it('is watched once, for a while, or until the session ends', async () => {
    const watch = (body: object) => used.client.post('/interface/monitor-traffic', body);
    const once = await watch({ interface: 'ether1', once: '' });
    expect(once.body).toEqual([
      expect.objectContaining({
        name: 'ether1',
        'rx-bits-per-second': expect.stringMatching(/^\d+$/),
      }),
    ]);
    const timed = (await watch({ interface: 'ether1', duration: '3s' })).body as SimRow[];
    expect(timed.map((row) => row['.section'])).toEqual(['0', '1', '2']);
    expect(await watch({ interface: 'ether1' })).toEqual(refusal('Session closed'));
    expect(await watch({ interface: 'ether9', once: '' })).toEqual(
      refusal('input does not match any value of interface'),
    );
    expect(await watch({})).toEqual(refusal('missing =interface='));
  });

  it('carries nothing when it is disabled', async () => {
    used.device.disableInterface('ether2');
    const body = (
      await used.client.post('/interface/monitor-traffic', { interface: 'ether2', once: '' })
    ).body;
    expect(body).toMatchObject([{ 'rx-bits-per-second': '0', 'tx-bits-per-second': '0' }]);
    expect(() => used.device.disableInterface('ether9')).toThrow(RangeError);
  });
});
