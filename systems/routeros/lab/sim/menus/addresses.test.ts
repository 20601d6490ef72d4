import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';

describe('/ip/address', () => {
  const used = useDevice();
  const add = (body: object) => used.client.ask('PUT', '/ip/address', { body });

  it('has the address that the device listens on', async () => {
    const { body } = await used.client.get('/ip/address?interface=ether1');
    expect(body).toMatchObject([
      { address: '127.0.0.1/8', network: '127.0.0.0', 'actual-interface': 'ether1' },
    ]);
    expect(used.device.address.startsWith('127.0.0.1:')).toBe(true);
  });

  it('is added, read, changed and removed', async () => {
    const added = await add({ address: '10.99.0.1/24', interface: 'ether3', comment: 'new' });
    expect(added).toEqual({
      status: 201,
      body: {
        '.id': '*5',
        address: '10.99.0.1/24',
        network: '10.99.0.0',
        interface: 'ether3',
        'actual-interface': 'bridge',
        slave: 'true',
        comment: 'new',
        disabled: 'false',
        dynamic: 'false',
        invalid: 'false',
      },
    });
    expect((await used.client.get('/ip/address/*5')).body).toEqual(added.body);
    const changed = await used.client.ask('PATCH', '/ip/address/*5', {
      body: { address: '10.98.0.1/16' },
    });
    expect(changed).toMatchObject({ status: 200, body: { network: '10.98.0.0', comment: 'new' } });
    expect(await used.client.ask('DELETE', '/ip/address/*5')).toEqual({
      status: 204,
      body: undefined,
    });
    expect(await used.client.get('/ip/address/*5')).toEqual(
      refusal('no such item', 404, 'Not Found'),
    );
    expect((await add({ address: '10.97.0.1/24', interface: 'ether2' })).body).toMatchObject({
      '.id': '*6',
    });
  });

  it.each([
    [{ interface: 'ether2' }, 'missing =address='],
    [{ address: '10.0.0.1/24' }, 'missing =interface='],
    [{ address: '10.0.0.999/24', interface: 'ether2' }, 'invalid value for argument address'],
    [{ address: '10.0.0.1/33', interface: 'ether2' }, 'invalid value for argument address'],
    [{ address: '10.0.0.1/24', interface: 'wlan7' }, 'input does not match any value of interface'],
    [{ address: '10.10.0.1/30', interface: 'ether2' }, 'failure: already have such address'],
    [{ address: '10.0.0.1/24', interface: 'ether2', foo: 'x' }, 'unknown parameter foo'],
    [
      { address: '10.0.0.1/24', interface: 'ether2', disabled: 'maybe' },
      'invalid value for argument disabled',
    ],
    [{ address: ['10.0.0.1/24'], interface: 'ether2' }, 'invalid value for argument address'],
  ])('refuses %j', async (body, detail) => {
    const before = used.device.state.rows('/ip/address');
    expect(await add(body)).toEqual(refusal(detail));
    expect(used.device.state.rows('/ip/address')).toEqual(before);
  });

  it('keeps what the device got by itself', async () => {
    const dynamic = used.device.state.rows('/ip/address').find((row) => row['dynamic'] === 'true');
    const path = `/ip/address/${dynamic?.['.id']}`;
    const detail = 'failure: can not change dynamic address';
    expect(await used.client.ask('DELETE', path)).toEqual(refusal(detail));
    expect(await used.client.ask('PATCH', path, { body: { comment: 'x' } })).toEqual(
      refusal(detail),
    );
  });

  it('is invalid on a disabled interface', async () => {
    used.device.disableInterface('ether2');
    expect((await used.client.get('/ip/address?interface=ether2')).body).toMatchObject([
      { invalid: 'true' },
    ]);
  });

  it('may keep its own address when it is changed', async () => {
    const same = { address: '10.10.0.1/23' };
    expect((await used.client.ask('PATCH', '/ip/address/*2', { body: same })).status).toBe(200);
    const taken = { address: '10.10.2.1/24' };
    expect(await used.client.ask('PATCH', '/ip/address/*2', { body: taken })).toEqual(
      refusal('failure: already have such address'),
    );
  });
});
