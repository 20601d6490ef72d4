import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import { parseDuration } from '../values.js';

describe('/system', () => {
  let now = Date.UTC(2026, 0, 2, 3, 4, 5);
  const used = useDevice({ now: () => now });

  it('reports its resources, and an uptime that advances', async () => {
    const before = await used.client.get('/system/resource');
    expect(before.status).toBe(200);
    expect(before.body).toMatchObject({
      version: '7.16.2 (stable)',
      'board-name': 'CHR',
      'total-memory': '1073741824',
    });
    now += 61_000;
    const after = await used.client.get('/system/resource');
    const uptimes = [before, after].map(({ body }) =>
      parseDuration((body as { uptime: string }).uptime),
    );
    expect((uptimes[1] ?? 0) - (uptimes[0] ?? 0)).toBe(61);
  });

  it('keeps its identity', async () => {
    expect((await used.client.get('/system/identity')).body).toEqual({ name: 'lab-router-01' });
    const set = await used.client.post('/system/identity/set', { name: 'core' });
    expect(set).toEqual({ status: 200, body: [] });
    expect((await used.client.get('/system/identity')).body).toEqual({ name: 'core' });
    expect(await used.client.post('/system/identity/set', { name: '' })).toEqual(
      refusal('invalid value for argument name'),
    );
  });

  it('takes changes of a single record by its command only', async () => {
    expect(await used.client.ask('PATCH', '/system/identity', { body: { name: 'x' } })).toEqual(
      refusal('missing or invalid resource identifier'),
    );
    expect(await used.client.ask('PUT', '/system/identity', { body: { name: 'x' } })).toEqual(
      refusal('no such command'),
    );
    expect(await used.client.post('/system/resource/set', { uptime: '1s' })).toEqual(
      refusal('no such command'),
    );
  });

  it('lists packages of its version', async () => {
    used.device.setVersion('7.8');
    expect((await used.client.get('/system/package')).body).toMatchObject([
      { name: 'routeros', version: '7.8' },
    ]);
  });

  it('reports the time', async () => {
    now = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect((await used.client.get('/system/clock')).body).toMatchObject({
      date: '2026-01-02',
      time: '03:04:05',
      'time-zone-name': 'UTC',
    });
  });

  it('follows its time servers', async () => {
    const set = (body: object) => used.client.post('/system/ntp/client/set', body);
    await set({ servers: '10.1.1.1,pool.ntp.org', enabled: true });
    const read = async () => (await used.client.get('/system/ntp/client')).body;
    expect(await read()).toMatchObject({
      enabled: 'true',
      servers: '10.1.1.1,pool.ntp.org',
      status: 'synchronized',
      'synced-server': '10.1.1.1',
      'system-offset': expect.stringMatching(/ms$/),
    });
    await set({ enabled: 'no' });
    expect(await read()).toMatchObject({ enabled: 'false', status: 'stopped' });
    expect(await read()).not.toHaveProperty('synced-server');
    expect(await set({ servers: '10.1.1.999' })).toEqual(
      refusal('invalid value for argument servers'),
    );
    expect(await set({ mode: 'guess' })).toEqual(refusal('input does not match any value of mode'));
  });
});
