import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

describe('/ip/dns', () => {
  const used = useDevice();
  const settings = async () => (await used.client.get('/ip/dns')).body as SimRow;

  it('keeps its servers', async () => {
    const set = await used.client.post('/ip/dns/set', { servers: '9.9.9.9, 2620:fe::fe' });
    expect(set).toEqual({ status: 200, body: [] });
    expect(await settings()).toMatchObject({
      servers: '9.9.9.9,2620:fe::fe',
      'allow-remote-requests': 'true',
    });
    await used.client.post('/ip/dns/set', { servers: '', 'allow-remote-requests': false });
    expect(await settings()).toMatchObject({ servers: '', 'allow-remote-requests': 'false' });
  });

  it.each([
    [{ servers: 'dns.google' }, 'invalid value for argument servers'],
    [{ servers: '1.1.1.1,' }, 'invalid value for argument servers'],
    [{ 'cache-size': '1' }, 'value of cache-size out of range (64..4294967)'],
    [{ 'cache-size': 'big' }, 'invalid value for argument cache-size'],
    [{ 'cache-used': '1' }, 'unknown parameter cache-used'],
  ])('refuses %j', async (body, detail) => {
    const before = await settings();
    expect(await used.client.post('/ip/dns/set', body)).toEqual(refusal(detail));
    expect(await settings()).toEqual(before);
  });

  it('forgets its cache on request, and learns again', async () => {
    const before = Number((await settings())['cache-used']);
    expect(((await used.client.get('/ip/dns/cache')).body as SimRow[]).length).toBe(4);
    expect((await used.client.post('/ip/dns/cache/flush')).status).toBe(200);
    expect((await used.client.get('/ip/dns/cache')).body).toEqual([]);
    expect(Number((await settings())['cache-used'])).toBeLessThan(before);
    await used.client.post('/ping', { address: 'dns.google', count: 1 });
    expect((await used.client.get('/ip/dns/cache')).body).toMatchObject([
      { name: 'dns.google', data: '8.8.8.8', type: 'A' },
    ]);
  });
});
