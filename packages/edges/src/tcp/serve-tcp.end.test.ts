import { once } from 'node:events';
import { Fault } from '@errata/core';
import { GENERIC } from '@errata/core/internal';
import { describe, expect, it, vi } from 'vitest';
import { read, request } from '../stdio/testing/open-edge.js';
import { createGate, openTcp, until, type OpenTcp } from './testing/open-tcp.js';
import { dial as dialTo } from './testing/tcp-client.js';

/** The listener has gone through a few turns, and serves. */
async function expectServed({ dial }: OpenTcp): Promise<void> {
  const { socket, send, lines } = await dial();
  for (const id of [1, 2, 3]) {
    send(request(id, 'later', [id]));
    expect(read(await lines.next())).toMatchObject({ id, result: [id] });
  }
  socket.destroy();
}

const isEmpty = ({ listening }: OpenTcp) => [...listening.connections()].length === 0;

describe('a client that has sent its last', () => {
  it('still gets its replies, also to a line without an end, and is then hung up on', async () => {
    const gate = createGate();
    const opened = await openTcp({ methods: { slow: gate.handler } });
    const { socket, lines } = await opened.dial();
    socket.end(`${request(1, 'slow', [1])}\n${request(2, 'slow', [2])}`);
    await until(() => gate.waiting === 2);
    await expectServed(opened);
    gate.open();
    expect((await lines.rest()).map((line) => read(line).result)).toEqual([[1], [2]]);
    await until(() => isEmpty(opened));
  });

  it('gets an answer even if a call does not finish in time', async () => {
    const gate = createGate();
    const opened = await openTcp({ drain: 20, methods: { slow: gate.handler } });
    const { socket, lines } = await opened.dial();
    socket.end(`${request(1, 'slow')}\n${request(2, 'echo', [])}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 2, result: [] });
    expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(await lines.rest()).toEqual([]);
    expect(gate.stopped).toHaveLength(1);
  });

  it('in the middle of a line gets an error; other clients are not affected', async () => {
    const opened = await openTcp();
    const { socket, lines } = await opened.dial();
    socket.end('{"jsonrpc":"2.0","id":5,"meth');
    expect((await lines.rest()).map(read)).toMatchObject([{ error: { code: -32700 } }]);
    await expectServed(opened);
  });
});

describe('a client that resets the connection', () => {
  it('cancels only its own calls', async () => {
    const gate = createGate();
    const opened = await openTcp({ methods: { slow: gate.handler } });
    const lost = await opened.dial();
    const other = await opened.dial();
    for (const { send } of [lost, other]) send(request(1, 'slow', []), request(2, 'slow', []));
    await until(() => gate.waiting === 4);
    lost.socket.resetAndDestroy();
    await until(() => gate.stopped.length > 0);
    expect(gate.stopped).toMatchObject([{ code: 'ECONNRESET' }, { code: 'ECONNRESET' }]);
    gate.open();
    for (const id of [1, 2]) expect(read(await other.lines.next())).toMatchObject({ id });
    expect([...opened.listening.connections()]).toHaveLength(1);
  });

  it('in the middle of its own line, or of a long reply, ends nothing else', async () => {
    const big = () => 'x'.repeat(32_000_000);
    const opened = await openTcp({ methods: { big } });
    const sender = await opened.dial();
    sender.socket.write('{"jsonrpc":"2.0","id":5,"method":"ec');
    const reader = await opened.dial();
    reader.send(request(1, 'big'));
    await once(reader.socket, 'readable');
    await expectServed(opened);
    sender.socket.resetAndDestroy();
    reader.socket.resetAndDestroy();
    await until(() => isEmpty(opened));
    await expectServed(opened);
  });
});

describe('a client that does not read', () => {
  const text = 'x'.repeat(65_536);

  it('stops the work on its requests, and gets all replies in order when it does', async () => {
    const echo = vi.fn((params: unknown) => params);
    const { dial } = await openTcp({ methods: { echo } });
    const client = await dial();
    const ids = Array.from({ length: 1000 }, (_, index) => index);
    for (const id of ids) client.send(request(id, 'echo', [text]));
    let before = 0;
    // Until nothing moves any more: the system itself holds a few megabytes in between.
    await vi.waitUntil(
      () => {
        const calls = echo.mock.calls.length;
        const still = calls > 0 && calls === before;
        before = calls;
        return still;
      },
      { interval: 100, timeout: 300_000 },
    );
    expect(before).toBeLessThan(600);
    client.socket.end();
    const replies = await client.lines.rest();
    expect(replies.map((line) => read(line).id)).toEqual(ids);
  });

  it('is disconnected if its queue is full', async () => {
    const gate = createGate();
    const opened = await openTcp({ maxBuffered: 1_000_000, methods: { slow: gate.handler } });
    const { send } = await opened.dial();
    send(request(1, 'slow'));
    await until(() => gate.waiting === 1);
    // More than the system itself holds in between.
    for (let sent = 0; sent < 500; sent++) opened.channels[0]!.send(`"${text}"`);
    await until(() => isEmpty(opened));
    expect(gate.stopped).toMatchObject([{ message: 'The client does not read what it is sent' }]);
    await expectServed(opened);
  });

  it('may be sent one reply of any length', async () => {
    const { dial } = await openTcp({ maxBuffered: 1000 });
    const { send, lines } = await dial();
    send(request(1, 'echo', [text]));
    expect(read(await lines.next()).result).toEqual([text]);
  });
});

describe('close', () => {
  it('finishes calls in progress, refuses new clients, and disconnects', async () => {
    const gate = createGate();
    const { listening, dial } = await openTcp({ methods: { slow: gate.handler } });
    const clients = await Promise.all([dial(), dial(), dial()]);
    clients.forEach(({ send }, client) => send(request(client, 'slow', [client])));
    await until(() => gate.waiting === 3);
    const closed = Promise.all([listening.close(), listening.close()]);
    await expect(dialTo(listening.address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    for (const { send } of clients) send(request('too late', 'echo'));
    gate.open();
    for (const [client, { socket, lines }] of clients.entries()) {
      expect((await lines.rest()).map((line) => read(line).id)).toEqual([client]);
      socket.end();
    }
    await closed;
    expect(gate.stopped).toEqual([]);
  });

  it('answers calls that do not end in time, and stops them', async () => {
    const gate = createGate();
    const { listening, dial } = await openTcp({ drain: 20, methods: { slow: gate.handler } });
    const { socket, send, lines } = await dial();
    send(request(1, 'slow'));
    await until(() => gate.waiting === 1);
    const closed = listening.close();
    expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(await lines.rest()).toEqual([]);
    socket.end();
    await closed;
    expect(gate.stopped).toHaveLength(1);
  });

  it('drops messages after the end, so that earlier ones arrive', async () => {
    const gate = createGate();
    const { listening, dial, channels } = await openTcp({
      methods: { slow: gate.handler, big: () => 'x'.repeat(16_000_000) },
    });
    const client = await dial();
    client.send(request(1, 'slow'), request(2, 'big'));
    await once(client.socket, 'readable');
    const closed = listening.close();
    gate.open();
    await new Promise(setImmediate);
    channels[0]!.send('{"method":"late"}');
    const said = (await client.lines.rest()).map(read);
    expect(said.map(({ id }) => id)).toEqual([2, 1]);
    client.socket.end();
    await closed;
  });

  it('does not wait forever for clients that neither read nor disconnect', async () => {
    const { listening, dial } = await openTcp({
      drain: 20,
      methods: { big: () => 'x'.repeat(32_000_000) },
    });
    const deaf = await dial();
    deaf.send(request(1, 'big'));
    await once(deaf.socket, 'readable');
    const stubborn = await dial();
    stubborn.send(request(1, 'echo', []));
    await stubborn.lines.next();
    await listening.close();
    expect([...listening.connections()]).toEqual([]);
  });
});

describe('a crash', () => {
  it('is reported to every client under its own ids', async () => {
    const { listening, dial } = await openTcp();
    const clients = await Promise.all([dial(), dial()]);
    clients.forEach(({ send }, client) => send(request(1, 'hang'), request(`c${client}`, 'hang')));
    const inFlight = () => [...listening.connections()].map((connection) => connection.inFlight);
    await until(() => inFlight().join() === '2,2');
    for (const connection of listening.connections()) {
      connection.abandon(new Fault(GENERIC.UNEXPECTED, {}), listening.deliver);
    }
    for (const [client, { socket, lines }] of clients.entries()) {
      socket.end();
      const replies = (await lines.rest()).map(read);
      expect(replies).toMatchObject([
        { id: 1, error: { code: -32603 } },
        { id: `c${client}`, error: { code: -32603 } },
      ]);
    }
  });
});
