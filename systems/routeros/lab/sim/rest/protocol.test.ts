import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { refusal, useDevice } from '../../testing/devices.js';
import type { SimRow } from '../table.js';

const used = useDevice();

/** Bytes as they are, over TLS; everything that came back. */
async function sendBytes(bytes: string): Promise<string> {
  const { address, ca } = used.device;
  const [host = '', port = ''] = address.split(':');
  const socket = connect({ host, port: Number(port), ca });
  socket.end(bytes);
  return text(socket);
}

describe('the REST API', () => {
  it('refuses the wrong user and the wrong password before anything else', async () => {
    const unauthorized = { status: 401, body: { error: 401, message: 'Unauthorized' } };
    for (const wrong of [{ username: 'root' }, { password: '' }, { password: 'x:y' }]) {
      expect(await used.client.ask('GET', '/nowhere', wrong)).toEqual(unauthorized);
    }
    const bare = await new Promise<number | undefined>((resolve, reject) => {
      const { address, ca } = used.device;
      httpsRequest(`https://${address}/rest/system/resource`, { ca }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(bare).toBe(401);
  });

  it.each([
    ['GET', '/interface/wifi', 'no such command or directory (wifi)'],
    ['GET', '/interface/wifi/registration-table', 'no such command or directory (wifi)'],
    ['GET', '/nowhere', 'no such command or directory (nowhere)'],
    ['GET', '/ip/nowhere/x', 'no such command or directory (nowhere)'],
    ['PUT', '/caps-man/manager', 'no such command or directory (caps-man)'],
    ['POST', '/interface/wifi/print', 'no such command or directory (wifi)'],
    ['GET', '/ip', 'no such command'],
    ['GET', '', 'no such command'],
    ['POST', '/ip/address', 'no such command'],
    ['POST', '/ip/address/frobnicate', 'no such command'],
    ['POST', '/ip/address/constructor', 'no such command'],
    ['POST', '/system/resource/add', 'no such command'],
    ['PATCH', '/ip/address', 'missing or invalid resource identifier'],
    ['DELETE', '/ip/address', 'missing or invalid resource identifier'],
    ['PATCH', '/ip/%ZZ', 'Invalid URL'],
  ])('answers %s %s with "%s"', async (method, path, detail) => {
    expect(await used.client.ask(method, path)).toEqual(refusal(detail));
  });

  it.each(['GET', 'PATCH', 'DELETE'])('knows no item *99 to %s', async (method) => {
    expect(await used.client.ask(method, '/ip/address/*99')).toEqual(
      refusal('no such item', 404, 'Not Found'),
    );
  });

  it('does not accept other methods', async () => {
    expect(await used.client.ask('OPTIONS', '/ip/address')).toEqual({
      status: 406,
      body: { error: 406, message: 'Not Acceptable' },
    });
  });

  it('filters and picks, by address and by command', async () => {
    const byAddress = await used.client.get('/interface?type=ether&slave=false&.proplist=name');
    expect(byAddress.body).toEqual([{ name: 'ether1' }, { name: 'ether2' }, { name: 'ether5' }]);
    const byCommand = await used.client.post('/interface/print', {
      '.query': ['name=ether1', 'type=bridge', '#|'],
      '.proplist': ['name', 'type'],
    });
    expect(byCommand.body).toEqual([
      { name: 'ether1', type: 'ether' },
      { name: 'bridge', type: 'bridge' },
    ]);
    expect((await used.client.get('/ip/address/*1?.proplist=.id,interface')).body).toEqual({
      '.id': '*1',
      interface: 'ether1',
    });
    expect((await used.client.get('/system/identity?.proplist=name')).body).toEqual({
      name: 'lab-router-01',
    });
  });

  it('has commands for what the methods do', async () => {
    const { client } = used;
    const added = await client.post('/ip/address/add', {
      address: '10.9.9.1/24',
      interface: 'ether2',
    });
    expect(added).toEqual({ status: 200, body: { ret: '*5' } });
    await client.post('/ip/address/set', { '.id': '*5', comment: 'by command' });
    await client.post('/ip/address/disable', { numbers: '*5' });
    const row = used.device.state.rows('/ip/address').at(-1);
    expect(row).toMatchObject({ comment: 'by command', disabled: 'true' });
    expect(await client.post('/ip/address/remove', { '.id': '*5' })).toEqual({
      status: 200,
      body: [],
    });
    expect(await client.post('/ip/address/remove', { '.id': '*5' })).toEqual(
      refusal('no such item', 404, 'Not Found'),
    );
    expect(await client.post('/ip/address/remove')).toEqual(refusal('missing =.id='));
  });

  it('shows every value as text', async () => {
    for (const path of used.device.state.menus.keys()) {
      const { status, body } = await used.client.get(path);
      expect(status).toBe(200);
      for (const row of [body].flat() as SimRow[]) {
        for (const value of Object.values(row)) expect(typeof value).toBe('string');
      }
    }
  });

  it.each([
    ['{"address":', 'Invalid JSON'],
    ['nonsense', 'Invalid JSON'],
    ['[]', 'JSON object expected'],
    ['null', 'JSON object expected'],
    ['"text"', 'JSON object expected'],
    ['{"address":null}', 'invalid value for argument address'],
    ['{"address":{"a":1}}', 'invalid value for argument address'],
    ['{"__proto__":"x"}', 'unknown parameter __proto__'],
    ['{"constructor":"x"}', 'unknown parameter constructor'],
  ])('answers the body %s with "%s"', async (raw, detail) => {
    expect(await used.client.ask('PUT', '/ip/address', { raw })).toEqual(refusal(detail));
  });

  it('refuses bodies of more than a megabyte', async () => {
    const fits = Buffer.alloc(1024 * 1024, ' ');
    expect((await used.client.ask('PUT', '/ip/address', { raw: fits })).status).toBe(400);
    const raw = Buffer.alloc(1024 * 1024 + 1, ' ');
    expect(await used.client.ask('PUT', '/ip/address', { raw })).toEqual(
      refusal('request too large', 413, 'Payload Too Large'),
    );
    await expect(
      used.client.ask('PUT', '/ip/address', { raw: Buffer.alloc(40 * 1024 * 1024, ' ') }),
    ).rejects.toThrow();
    expect((await used.client.get('/system/identity')).status).toBe(200);
  });

  it('answers invalid HTTP', async () => {
    const answer = await sendBytes('hello\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer.endsWith('{"error":400,"message":"Bad Request"}')).toBe(true);
  });

  it('has a page for people, and nothing beside /rest', async () => {
    const page = await sendBytes('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(page).toContain('text/html');
    const token = Buffer.from(`admin:${used.device.password}`).toString('base64');
    const head = `Host: x\r\nConnection: close\r\nAuthorization: Basic ${token}\r\n\r\n`;
    expect(await sendBytes(`GET /restful HTTP/1.1\r\n${head}`)).toContain('HTTP/1.1 404');
  });
});
