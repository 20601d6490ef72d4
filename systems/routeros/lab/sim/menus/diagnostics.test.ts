import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

const used = useDevice({ sessionCap: 20 });
const ping = (body: object) => used.client.post('/ping', body);

describe('/ping', () => {
  it('has a row for each packet', async () => {
    const rows = (await ping({ address: '1.1.1.1', count: '3' })).body as SimRow[];
    expect(rows.map(({ seq, sent, received }) => [seq, sent, received])).toEqual([
      ['0', '1', '1'],
      ['1', '2', '2'],
      ['2', '3', '3'],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ host: '1.1.1.1', ttl: '57', 'packet-loss': '0' });
      expect(row['time']).toMatch(/^\d+ms\d+us$/);
    }
  });

  it.each([
    ['127.0.0.1', true],
    ['10.10.0.20', true],
    ['10.10.0.99', false],
    ['192.0.2.1', false],
    ['dns.google', true],
    ['nowhere.example', false],
    ['2001:db8::1', false],
  ])('of %s is answered: %s', async (address, answered) => {
    const [row] = (await ping({ address, count: 1 })).body as SimRow[];
    expect(row?.['status']).toBe(answered ? undefined : 'timeout');
    expect(row?.['received']).toBe(answered ? '1' : '0');
  });

  it('is not answered from outside when the uplink is down', async () => {
    used.device.disableInterface('ether2');
    expect((await ping({ address: '1.1.1.1', count: 1 })).body).toMatchObject([
      { status: 'timeout', 'packet-loss': '100' },
    ]);
  });

  it.each([{}, { count: 0 }, { count: 100 }, { duration: '2m' }])(
    'ends with its session: %j',
    async (body) => {
      expect(await ping({ address: '1.1.1.1', ...body })).toEqual(refusal('Session closed'));
    },
  );

  it.each([
    [{}, 'missing =address='],
    [{ address: '10.0.0.999', count: 1 }, 'invalid value for argument address'],
    [{ address: 'not a name', count: 1 }, 'invalid value for argument address'],
    [{ address: '1.1.1.1', count: 'many' }, 'invalid value for argument count'],
    [{ address: '1.1.1.1', count: 1, colour: 'red' }, 'unknown parameter colour'],
  ])('refuses %j', async (body, detail) => {
    expect(await ping(body)).toEqual(refusal(detail));
  });
});

describe('/tool/traceroute', () => {
  const trace = (body: object) => used.client.post('/tool/traceroute', body);

  it('shows the hops of each round', async () => {
    const rows = (await trace({ address: '8.8.8.8', count: 2 })).body as SimRow[];
    const hops = ['10.10.2.254', '10.255.0.1', '172.31.255.1', '8.8.8.8'];
    expect(rows.map((row) => row['address'])).toEqual([...hops, ...hops]);
    expect(rows.map((row) => row['.section'])).toEqual([...'00001111']);
  });

  it('finds neighbours at once, and others never', async () => {
    expect((await trace({ address: '10.10.0.20', count: 1 })).body).toMatchObject([
      { address: '10.10.0.20', loss: '0' },
    ]);
    const rows = (await trace({ address: '192.0.2.1', count: 1, 'max-hops': 4 })).body as SimRow[];
    expect(rows.length).toBe(4);
    expect(rows[3]).toMatchObject({ address: '', loss: '100', last: 'timeout' });
  });

  it('ends with its session without a count', async () => {
    expect(await trace({ address: '8.8.8.8' })).toEqual(refusal('Session closed'));
  });
});
