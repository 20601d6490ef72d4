import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Asker, refusal, useDevice } from '../testing/devices.js';

const used = useDevice();
const NEW_ADDRESS = { body: { address: '10.99.0.1/24', interface: 'ether2' } };
const addresses = () => used.device.state.rows('/ip/address').map((row) => row['address']);

async function isAdded(): Promise<void> {
  while (!addresses().includes('10.99.0.1/24')) await new Promise((done) => setTimeout(done, 5));
}

/** The codes of an error and of what it was caused by. */
const codes = (error: unknown): unknown[] =>
  error instanceof Error ? [(error as NodeJS.ErrnoException).code, ...codes(error.cause)] : [];

async function failure(pending: Promise<unknown>): Promise<unknown[]> {
  try {
    await pending;
  } catch (error) {
    return codes(error);
  }
  throw new Error('An answer came.');
}

describe('a simulated device', () => {
  it('stops and starts on the same port, and keeps what it knows', async () => {
    const { device, client } = used;
    await client.ask('PUT', '/ip/address', NEW_ADDRESS);
    const { address } = device;
    await device.stop();
    expect(await failure(client.get('/ip/address'))).toContain('ECONNREFUSED');
    await device.stop();
    await device.start();
    await device.start();
    expect(device.address).toBe(address);
    expect((await client.get('/ip/address/*5')).status).toBe(200);
  });

  it('breaks open connections when it stops', async () => {
    const { device, client } = used;
    device.setDelay(60_000);
    const pending = failure(client.ask('PUT', '/ip/address', NEW_ADDRESS));
    await isAdded();
    await device.stop();
    expect((await pending)[0]).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  });

  it('answers late, but works at once', async () => {
    const { device, client } = used;
    device.setDelay(60_000);
    const stop = new AbortController();
    const pending = client.ask('PUT', '/ip/address', { ...NEW_ADDRESS, signal: stop.signal });
    const ended = expect(pending).rejects.toThrow();
    await isAdded();
    expect(device.requests).toEqual([]);
    stop.abort();
    await ended;
    device.setDelay(0);
    expect((await client.get('/ip/address/*5')).status).toBe(200);
    expect(device.requests.map(({ status }) => status)).toEqual([0, 200]);
  });

  it('changes its password', async () => {
    const { device, client } = used;
    const old = device.password;
    device.setPassword('other');
    expect((await client.ask('GET', '/log', { password: old })).status).toBe(401);
    expect((await client.get('/log')).status).toBe(200);
    expect(device.password).toBe('other');
  });

  it('changes its version', async () => {
    used.device.setVersion('7.8');
    expect((await used.client.get('/system/resource')).body).toMatchObject({
      version: '7.8 (stable)',
    });
    used.device.setVersion('7.17beta2 (testing)');
    expect(used.device.version).toBe('7.17beta2 (testing)');
  });

  it('cuts bodies', async () => {
    used.device.cutBodies(true);
    expect((await failure(used.client.get('/interface')))[0]).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    used.device.cutBodies(false);
    expect((await used.client.get('/interface')).status).toBe(200);
  });

  it.each([
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('fails with %i', async (status, message) => {
    used.device.failWith(status);
    expect(await used.client.ask('PUT', '/ip/address', NEW_ADDRESS)).toEqual(
      refusal('failure: internal error', status, message),
    );
    expect(addresses()).not.toContain('10.99.0.1/24');
    used.device.failWith(undefined);
    expect((await used.client.get('/log')).status).toBe(200);
  });

  it('swallows its answers to writes, which it makes', async () => {
    const { device, client } = used;
    device.swallowWrites(true);
    await failure(client.ask('PUT', '/ip/address', NEW_ADDRESS));
    expect(addresses()).toContain('10.99.0.1/24');
    await failure(client.post('/system/identity/set', { name: 'quiet' }));
    expect((await client.get('/system/identity')).body).toEqual({ name: 'quiet' });
    expect((await client.post('/ping', { address: '1.1.1.1', count: 1 })).status).toBe(200);
    expect(device.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['PUT', '/rest/ip/address', 0],
      ['POST', '/rest/system/identity/set', 0],
      ['GET', '/rest/system/identity', 200],
      ['POST', '/rest/ping', 200],
    ]);
  });

  it('accepts changes and makes none of them', async () => {
    const { device, client } = used;
    const paths = ['/ip/address', '/system/identity', '/ip/dns', '/ip/dns/cache'];
    const before = paths.map((path) => device.state.rows(path).length);
    device.ignoreWrites(true);
    expect(await client.ask('PUT', '/ip/address', NEW_ADDRESS)).toMatchObject({
      status: 201,
      body: { '.id': '*5', address: '10.99.0.1/24' },
    });
    expect((await client.ask('DELETE', '/ip/address/*2')).status).toBe(204);
    for (const [command, args] of [
      ['/system/identity/set', { name: 'deaf' }],
      ['/ip/dns/cache/flush', {}],
    ] as const) {
      expect((await client.post(command, args)).status).toBe(200);
    }
    expect((await client.post('/ip/dns/set', { servers: 'x' })).status).toBe(400);
    expect(paths.map((path) => device.state.rows(path).length)).toEqual(before);
    expect((await client.get('/system/identity')).body).not.toEqual({ name: 'deaf' });
    device.ignoreWrites(false);
    await client.ask('PUT', '/ip/address', NEW_ADDRESS);
    expect(addresses()).toContain('10.99.0.1/24');
  });

  it('accepts connections without a word', async () => {
    const { device } = used;
    device.acceptOnly(true);
    const [host = '', port = ''] = device.address.split(':');
    const socket = connectTcp({ host, port: Number(port) });
    await once(socket, 'connect');
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.length));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const hurried = new Asker(device, 100);
    expect(await failure(hurried.get('/log'))).toContain('UND_ERR_CONNECT_TIMEOUT');
    await hurried.close();
    device.acceptOnly(false);
    await closed;
    expect(bytes).toBe(0);
    expect((await used.client.get('/log')).status).toBe(200);
  });

  it('renews its certificate', async () => {
    const { device, client } = used;
    await client.get('/log');
    const before = device.fingerprint;
    device.renewCertificate();
    expect(device.fingerprint).not.toBe(before);
    expect(device.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(await failure(client.get('/log'))).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    const other = new Asker(device);
    expect((await other.get('/log')).status).toBe(200);
    await other.close();
  });

  it('loses menus', async () => {
    const { device, client } = used;
    device.removeMenu('/ip/dns');
    const gone = refusal('no such command or directory (dns)');
    expect(await client.get('/ip/dns')).toEqual(gone);
    expect(await client.get('/ip/dns/cache')).toEqual(gone);
    expect(await client.post('/ip/dns/set', { servers: '' })).toEqual(gone);
    expect((await client.get('/ip/address')).status).toBe(200);
    device.removeMenu('/ping');
    expect(await client.post('/ping', { address: '1.1.1.1', count: 1 })).toEqual(
      refusal('no such command or directory (ping)'),
    );
    expect(() => device.state.rows('/ip/dns')).toThrow(RangeError);
  });

  it('remembers its latest thousand requests', async () => {
    const pending = Array.from({ length: 1010 }, (_, at) => used.client.get(`/log?n=${at}`));
    await Promise.all(pending);
    expect(used.device.requests.length).toBe(1000);
  });

  it('goes wrong by chance, the same way for the same seed', async () => {
    const { device, client } = used;
    const run = async (): Promise<string[]> => {
      device.setChaos({ rate: 0.5, seed: 7, kinds: ['reset', 'cut', 'fail'] });
      const received: string[] = [];
      for (let at = 0; at < 30; at++) {
        received.push(
          await client.get('/log').then(
            ({ status }) => String(status),
            () => 'broken',
          ),
        );
      }
      return received;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set(['200', '503', 'broken']));
    expect(await run()).toEqual(first);
    device.setChaos({ rate: 1, kinds: ['swallow'] });
    await failure(client.ask('PUT', '/ip/address', NEW_ADDRESS));
    expect(addresses()).toContain('10.99.0.1/24');
    device.setChaos({ rate: 1, kinds: ['slow'], delay: 1 });
    expect((await client.get('/log')).status).toBe(200);
    device.setChaos(undefined);
    expect((await client.get('/log')).status).toBe(200);
    expect(() => device.setChaos({ rate: 2 })).toThrow(RangeError);
  });

  it('lets tests add rows as clients do', () => {
    const { state } = used.device;
    expect(state.add('/ip/address', NEW_ADDRESS.body)).toMatchObject({ '.id': '*5' });
    expect(() => state.add('/ip/address', NEW_ADDRESS.body)).toThrow('already have such address');
    expect(() => state.add('/log', { message: 'x' })).toThrow(RangeError);
  });
});
