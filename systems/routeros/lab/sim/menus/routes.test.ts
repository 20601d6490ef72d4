import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

describe('/ip/route', () => {
  const used = useDevice();
  const list = async (query = '') => (await used.client.get(`/ip/route${query}`)).body as SimRow[];
  const add = (body: object) => used.client.ask('PUT', '/ip/route', { body });

  it('has a default route, and one for each network that it is in', async () => {
    expect(await list('?dst-address=0.0.0.0/0')).toMatchObject([
      {
        gateway: '10.10.2.254',
        active: 'true',
        static: 'true',
        'immediate-gw': '10.10.2.254%ether2',
      },
    ]);
    const connected = await list('?connect=true');
    expect(connected.map((row) => row['dst-address'])).toEqual([
      '127.0.0.0/8',
      '10.10.0.0/24',
      '10.10.2.0/24',
      '10.10.5.0/24',
    ]);
  });

  it('is added, changed and removed', async () => {
    const added = await add({
      'dst-address': '172.16.5.9/16',
      gateway: '10.10.0.20',
      comment: 'x',
    });
    expect(added).toMatchObject({
      status: 201,
      body: { '.id': '*2', 'dst-address': '172.16.0.0/16', active: 'true', distance: '1' },
    });
    const changed = await used.client.ask('PATCH', '/ip/route/*2', { body: { distance: 5 } });
    expect(changed.body).toMatchObject({ distance: '5', comment: 'x', active: 'true' });
    expect((await used.client.ask('DELETE', '/ip/route/*2')).status).toBe(204);
    expect(await list('?comment=x')).toEqual([]);
  });

  it.each([
    [{ 'dst-address': '10.0.0.0/8' }, 'missing =gateway='],
    [
      { 'dst-address': '10.0.0.0/40', gateway: '10.10.0.2' },
      'invalid value for argument dst-address',
    ],
    [{ 'dst-address': '10.0.0.0/8', gateway: 'ether9' }, 'invalid value for argument gateway'],
    [
      { 'dst-address': '10.0.0.0/8', gateway: 'ether2', distance: '0' },
      'value of distance out of range (1..255)',
    ],
    [{ gateway: '10.10.2.254' }, 'failure: already have such route'],
  ])('refuses %j', async (body, detail) => {
    expect(await add(body)).toEqual(refusal(detail));
    expect((await list()).length).toBe(5);
  });

  it('is inactive where its gateway is out of reach', async () => {
    expect(
      (await add({ 'dst-address': '172.16.0.0/16', gateway: '192.0.2.1' })).body,
    ).toMatchObject({ active: 'false', inactive: 'true' });
    used.device.disableInterface('ether2');
    expect(await list('?dst-address=0.0.0.0/0')).toMatchObject([{ active: 'false' }]);
    expect(await list('?dst-address=10.10.2.0/24')).toEqual([]);
  });

  it('refuses to change what follows from addresses', async () => {
    const [first] = await list('?connect=true');
    const path = `/ip/route/${first?.['.id']}`;
    const detail = 'failure: can not change dynamic route';
    expect(await used.client.ask('DELETE', path)).toEqual(refusal(detail));
    expect(await used.client.ask('PATCH', path, { body: { comment: 'x' } })).toEqual(
      refusal(detail),
    );
  });

  it('may be a full table', async () => {
    used.device.fillRoutes(20_000);
    const rows = await list('?.proplist=dst-address,gateway');
    expect(rows.length).toBe(20_005);
    expect(new Set(rows.map((row) => row['dst-address'])).size).toBe(20_005);
  });
});
