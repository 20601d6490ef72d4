import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

const used = useDevice();

describe('/ip/arp', () => {
  it('knows the hosts of the network', async () => {
    const rows = (await used.client.get('/ip/arp?interface=bridge')).body as SimRow[];
    expect(rows.map((row) => row['address'])).toEqual(['10.10.0.20', '10.10.0.21', '10.10.0.22']);
  });

  it('takes entries that stay', async () => {
    const entry = {
      address: '10.10.0.77',
      interface: 'bridge',
      'mac-address': 'AA:BB:CC:00:11:22',
    };
    expect((await used.client.ask('PUT', '/ip/arp', { body: entry })).status).toBe(201);
    expect(await used.client.ask('PUT', '/ip/arp', { body: entry })).toEqual(
      refusal('failure: already have such entry'),
    );
    const odd = { ...entry, address: '10.10.0.78', 'mac-address': 'AA:BB' };
    expect(await used.client.ask('PUT', '/ip/arp', { body: odd })).toEqual(
      refusal('invalid value for argument mac-address'),
    );
  });
});

describe('/ip/dhcp-server', () => {
  it('lists its server and its leases', async () => {
    expect((await used.client.get('/ip/dhcp-server')).body).toMatchObject([{ name: 'defconf' }]);
    expect((await used.client.get('/ip/dhcp-server/lease')).body).toMatchObject([
      { address: '10.10.0.20', 'host-name': 'laptop', status: 'bound', dynamic: 'true' },
      { 'host-name': 'printer' },
      { 'host-name': 'phone' },
    ]);
  });

  it('reserves an address once', async () => {
    const lease = { address: '10.10.0.50', 'mac-address': 'AA:BB:CC:00:11:22' };
    const put = () => used.client.ask('PUT', '/ip/dhcp-server/lease', { body: lease });
    expect(await put()).toMatchObject({ status: 201, body: { status: 'waiting' } });
    expect(await put()).toEqual(refusal('failure: already have static lease with this IP address'));
  });
});
