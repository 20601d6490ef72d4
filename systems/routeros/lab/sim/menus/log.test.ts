import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';
import { createLog } from './addresses.js';

describe('/log', () => {
  const used = useDevice();
  const messages = async () =>
    ((await used.client.get('/log')).body as SimRow[]).map((row) => row['message']);

  it('grows with what is done', async () => {
    expect(await messages()).toEqual(['router rebooted']);
    const body = { address: '10.99.0.1/24', interface: 'ether2' };
    await used.client.ask('PUT', '/ip/address', { body });
    await used.client.ask('PUT', '/ip/address', { body });
    await used.client.ask('DELETE', '/ip/address/*5');
    await used.client.ask('GET', '/log', { password: 'guessed' });
    expect((await messages()).slice(1)).toEqual([
      'address added by rest-api',
      'address removed by rest-api',
      'login failure via rest-api',
    ]);
  });

  it('cannot be written to', async () => {
    expect(await used.client.ask('PUT', '/log', { body: { message: 'x' } })).toEqual(
      refusal('no such command'),
    );
  });

  it('may be big', async () => {
    used.device.fillLog(20_000);
    expect((await messages()).length).toBe(20_001);
  });

  it('forgets its oldest lines', () => {
    const log = createLog(() => 0);
    for (let at = 0; at < 5000; at++) log.write('info', String(at));
    const rows = log.rows();
    expect(rows.length).toBe(1000);
    expect(rows[0]).toMatchObject({ message: '4000' });
    expect(rows.at(-1)).toMatchObject({ message: '4999' });
  });
});
