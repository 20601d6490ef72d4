import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ask, busyPort, closing } from '@errata/testing';
import { Listener } from './listener.js';

const keep = closing();

function listenerOn(port = 0): Listener {
  const create = () => createServer((_, response) => void response.end('1'));
  return keep(new Listener({ host: '127.0.0.1', port, create }));
}

const urlOf = ({ port }: Listener) => `http://127.0.0.1:${port}`;

/** A connection that says nothing. */
async function connectTo(listener: Listener) {
  const socket = connect(listener.port, '127.0.0.1');
  await once(socket, 'connect');
  // Once a later connection got an answer, the server has accepted this one too.
  await ask(urlOf(listener), 'GET', '/');
  return socket;
}

describe('a listener', () => {
  it('takes a free port, and opens the same one again', async () => {
    const listener = listenerOn();
    await listener.open();
    const url = urlOf(listener);
    expect((await ask(url, 'GET', '/')).body).toBe(1);
    await listener.close();
    await expect(ask(url, 'GET', '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await listener.open();
    expect(urlOf(listener)).toBe(url);
    expect((await ask(url, 'GET', '/')).body).toBe(1);
  });

  it('can be opened and closed twice', async () => {
    const listener = listenerOn();
    await listener.close();
    await listener.open();
    await listener.open();
    await listener.close();
    await expect(listener.close()).resolves.toBeUndefined();
  });

  it('breaks its connections when it closes', async () => {
    const listener = listenerOn();
    await listener.open();
    const socket = await connectTo(listener);
    const closed = once(socket, 'close');
    await listener.close();
    await expect(closed).resolves.toHaveLength(1);
  });

  it('breaks connections on demand, and accepts new ones', async () => {
    const listener = listenerOn();
    await listener.open();
    const socket = await connectTo(listener);
    const closed = once(socket, 'close');
    listener.disconnect();
    await closed;
    expect((await ask(urlOf(listener), 'GET', '/')).body).toBe(1);
  });

  it('rejects if the port is taken, and can be opened later', async () => {
    const busy = await busyPort();
    const listener = listenerOn(busy.port);
    await expect(listener.open()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await busy.close();
    await listener.open();
    expect((await ask(urlOf(listener), 'GET', '/')).body).toBe(1);
  });
});
