import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useDevice } from '../../testing/devices.js';

const used = useDevice({ sessionCap: 1 });

const where = () => {
  const [host = '', port = ''] = used.device.address.split(':');
  return { host, port: Number(port) };
};

const paths = () => [...used.device.state.menus.keys(), ...used.device.state.commands.keys()];
const name = fc.oneof(
  fc.constantFrom('address', 'interface', 'chain', 'list', '.id', '.query', '.proplist', 'count'),
  fc.constantFrom('disabled', 'place-before', 'gateway', 'servers', '__proto__', 'constructor'),
  fc.string({ maxLength: 8 }),
);
const value = fc.oneof(
  fc.constantFrom('10.1.1.1/24', '1.1.1.1', 'ether1', '*1', '*FF', 'true', '', 'input', '3'),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('whatever is sent', () => {
  it('gets an answer of RouterOS, and the device goes on', async () => {
    const tail = fc.constantFrom(
      '',
      '/*1',
      '/print',
      '/set',
      '/add',
      '/remove',
      '/move',
      '/x',
      '/',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'POST'),
        fc.constantFrom(...paths()),
        tail,
        fc.dictionary(name, value, { maxKeys: 5 }),
        async (method, path, end, body) => {
          const reply = await used.client.ask(method, `${path}${end}`, { body });
          expect([200, 201, 204, 400, 404]).toContain(reply.status);
          if (reply.status >= 400) {
            expect(reply.body).toMatchObject({ error: reply.status, detail: expect.any(String) });
          }
        },
      ),
      { numRuns: 150 },
    );
    expect((await used.client.get('/system/resource')).status).toBe(200);
  });

  it('may be no HTTP, or no TLS', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, overTls) => {
        const options = { ...where(), ca: used.device.ca };
        const socket = overTls ? connect(options) : connectTcp(options);
        socket.on('error', () => undefined);
        socket.resume();
        const closed = once(socket, 'close');
        socket.end(bytes);
        // A TLS server waits for the rest of a first record; the client does not.
        setTimeout(() => socket.destroy(), 50).unref();
        await closed;
      }),
      { numRuns: 40 },
    );
    expect((await used.client.get('/system/resource')).status).toBe(200);
  });
});
