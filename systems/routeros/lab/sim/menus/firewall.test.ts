import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

const used = useDevice();
const put = (path: string, body: object) => used.client.ask('PUT', path, { body });

describe.each(['/ip/firewall/filter', '/ip/firewall/nat'])('%s', (path) => {
  const list = async () => (await used.client.get(path)).body as SimRow[];

  it('keeps the order of its rules', async () => {
    const before = (await list()).map((row) => row['.id']);
    const last = await put(path, { chain: 'mine', action: 'accept', comment: 'last' });
    const first = await put(path, { chain: 'mine', action: 'log', 'place-before': before[0] });
    expect([last.status, first.status]).toEqual([201, 201]);
    const ids = [first, last].map(({ body }) => (body as SimRow)['.id']);
    expect((await list()).map((row) => row['.id'])).toEqual([ids[0], ...before, ids[1]]);
    expect(first.body).not.toHaveProperty('place-before');
    await used.client.post(`${path}/move`, { numbers: ids[1], destination: ids[0] });
    expect((await list()).map((row) => row['.id'])).toEqual([ids[1], ids[0], ...before]);
    await used.client.post(`${path}/move`, { numbers: ids[1] });
    expect((await list()).at(-1)).toMatchObject({ comment: 'last' });
  });

  it.each([
    [{ action: 'accept' }, 'missing =chain='],
    [{ chain: '' }, 'invalid value for argument chain'],
    [{ chain: 'a', action: 'explode' }, 'input does not match any value of action'],
    [{ chain: 'a', 'src-address': '10.0.0.0/99' }, 'invalid value for argument src-address'],
    [
      { chain: 'a', 'dst-port': '22' },
      'failure: ports can be specified if proto is tcp, udp, udp-lite, dccp, sctp',
    ],
    [{ chain: 'a', color: 'red' }, 'unknown parameter color'],
  ])('refuses %j', async (body, detail) => {
    const before = await list();
    expect(await put(path, body)).toEqual(refusal(detail));
    expect((await list()).length).toBe(before.length);
  });

  it('refuses to place a rule before one that is not there', async () => {
    const before = (await list()).length;
    expect(await put(path, { chain: 'a', 'place-before': '*FF' })).toEqual(
      refusal('no such item', 404, 'Not Found'),
    );
    expect((await list()).length).toBe(before);
  });

  it('changes and removes rules', async () => {
    const changed = await used.client.ask('PATCH', `${path}/*1`, {
      body: { protocol: 'tcp', 'dst-port': '22,80-90', disabled: 'yes' },
    });
    expect(changed.body).toMatchObject({ 'dst-port': '22,80-90', disabled: 'true', packets: '0' });
    expect((await used.client.ask('DELETE', `${path}/*1`)).status).toBe(204);
    expect((await list()).some((row) => row['.id'] === '*1')).toBe(false);
  });
});

describe('/ip/firewall/address-list', () => {
  const path = '/ip/firewall/address-list';

  it('takes addresses, networks and names once per list', async () => {
    for (const address of ['203.0.113.9', '203.0.113.0/24', 'bad.example.com']) {
      const added = await put(path, { list: 'mcp-test', address });
      expect(added).toMatchObject({ status: 201, body: { address, dynamic: 'false' } });
      expect(await put(path, { list: 'mcp-test', address })).toEqual(
        refusal('failure: already have such entry'),
      );
      expect((await put(path, { list: 'mcp-other', address })).status).toBe(201);
    }
    const found = (await used.client.get(`${path}?list=mcp-test`)).body as SimRow[];
    expect(found.length).toBe(3);
  });

  it('calls entries with an end dynamic', async () => {
    const added = await put(path, { list: 'mcp-test', address: '10.1.1.1', timeout: '01:30:00' });
    expect(added.body).toMatchObject({ timeout: '1h30m', dynamic: 'true' });
    const id = (added.body as SimRow)['.id'];
    expect((await used.client.ask('DELETE', `${path}/${id}`)).status).toBe(204);
  });

  it.each([
    [{ list: 'mcp-x' }, 'missing =address='],
    [{ address: '10.0.0.1' }, 'missing =list='],
    [{ list: 'mcp-x', address: '10.0.0.300' }, 'invalid value for argument address'],
    [{ list: 'mcp-x', address: '10.0.0.1', timeout: 'soon' }, 'invalid value for argument timeout'],
  ])('refuses %j', async (body, detail) => {
    expect(await put(path, body)).toEqual(refusal(detail));
  });
});
