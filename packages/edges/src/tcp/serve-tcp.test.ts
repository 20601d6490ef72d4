import { describe, expect, it, vi } from 'vitest';
import { read, request } from '../stdio/testing/open-edge.js';
import { serveTcp } from './serve-tcp.js';
import { createGate, openTcp, until } from './testing/open-tcp.js';
import { dial } from './testing/tcp-client.js';

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('a message', () => {
  it('is a line, in any number of chunks', async () => {
    const { dial } = await openTcp();
    const { socket, lines } = await dial();
    const bytes = Buffer.from(`${request('é', 'echo', ['🜂'])}\r\n\n${request(2, 'later', [2])}\n`);
    for (const byte of bytes) {
      socket.write(Buffer.of(byte));
      await new Promise(setImmediate); // so that they do not leave as one
    }
    expect(await lines.next()).toBe('{"jsonrpc":"2.0","id":"é","result":["🜂"]}');
    expect(await lines.next()).toBe('{"jsonrpc":"2.0","id":2,"result":[2]}');
  });

  it.each([
    ['broken JSON', '{"jsonrpc":"2.0","id":7,"method":"echo"', -32700, 7],
    ['invalid UTF-8', Buffer.from('{"jsonrpc":"2.0","id":7,"a":"\xff"}', 'latin1'), -32700, 7],
    ['no request', '{"id":7}', -32600, 7],
    ['an unknown method', request(7, 'nothing'), -32601, 7],
    ['NUL bytes', '\0\0', -32700, undefined],
  ])('that is invalid gets an error, and the next one is served: %s', async (_, line, code, id) => {
    const { dial } = await openTcp({ era: '2025-11-25' });
    const { socket, send, lines } = await dial();
    socket.write(line);
    send('', request(8, 'echo', {}));
    const reply = read(await lines.next());
    expect(reply.error?.code).toBe(code);
    expect(reply.id).toBe(id);
    expect(read(await lines.next())).toMatchObject({ id: 8, result: {} });
  });

  it('over the limit is refused under its id, and the connection continues', async () => {
    const { dial } = await openTcp({ maxLineBytes: 1000 });
    const { send, lines } = await dial();
    const long = (id: number) =>
      `{"method":"echo","params":["${'x'.repeat(200_000)}"],"jsonrpc":"2.0","id":${id}}`;
    send(long(7), request(8, 'echo', []), long(9));
    for (const id of [7, 8, 9]) {
      const reply = read(await lines.next());
      expect(reply.id).toBe(id);
      if (id === 8) expect(reply.result).toEqual([]);
      else expect(reply.error).toMatchObject({ code: -32600, data: { problem: 'too-large' } });
    }
  });
});

describe('many calls', () => {
  it('a thousand at once are answered once each, under their ids', async () => {
    const gate = createGate();
    const { dial } = await openTcp({ methods: { slow: gate.handler } });
    const { socket, send, lines } = await dial();
    const ids = range(1000);
    send(...ids.map((id) => request(id, 'slow', [id])));
    socket.end();
    await until(() => gate.waiting === 1000);
    gate.open();
    const replies = (await lines.rest()).map(read);
    expect(replies.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(ids);
    for (const { id, result } of replies) expect(result).toEqual([id]);
  });

  it('of many clients under the same ids get the right replies', async () => {
    const gate = createGate();
    const { dial } = await openTcp({ methods: { slow: gate.handler } });
    const clients = await Promise.all(range(40).map(dial));
    for (const id of range(25)) {
      clients.forEach(({ send }, client) => send(request(id, 'slow', [client, id])));
    }
    await until(() => gate.waiting === 1000);
    gate.open();
    for (const { socket } of clients) socket.end();
    const answered = await Promise.all(clients.map(({ lines }) => lines.rest()));
    answered.forEach((lines, client) => {
      const expected = range(25).map((id) => ({ jsonrpc: '2.0', id, result: [client, id] }));
      expect(lines.map(read)).toEqual(expected);
    });
  });

  it('that are answered at once come back in order, more of them than fit into one write', async () => {
    const { dial } = await openTcp();
    const { socket, send, lines } = await dial();
    send(...range(5000).map((id) => request(id, 'echo', ['x'.repeat(100)])));
    socket.end();
    expect((await lines.rest()).map((line) => read(line).id)).toEqual(range(5000));
  });
});

describe('what the server says unasked', () => {
  it('reaches the client that the channel belongs to', async () => {
    const { dial, channels } = await openTcp();
    const first = await dial();
    await until(() => channels.length === 1);
    const second = await dial();
    await until(() => channels.length === 2);
    channels[1]!.send('{"method":"second"}');
    channels[0]!.send('{"method":"first"}');
    expect(await first.lines.next()).toBe('{"method":"first"}');
    expect(await second.lines.next()).toBe('{"method":"second"}');
  });

  it('is dropped once the client has left', async () => {
    const { listening, dial, channels } = await openTcp();
    const client = await dial();
    await until(() => channels.length === 1);
    client.socket.destroy();
    await until(() => [...listening.connections()].length === 0);
    channels[0]!.send('{"method":"late"}');
    const other = await dial();
    other.send(request(1, 'echo', []));
    expect(read(await other.lines.next()).id).toBe(1);
  });
});

describe('listening', () => {
  it('gives its address, on loopback by default', async () => {
    const { listening } = await openTcp();
    expect(listening.address.host).toBe('127.0.0.1');
    expect(listening.address.port).toBeGreaterThan(0);
  });

  it('rejects if the port is taken', async () => {
    const { listening } = await openTcp();
    const { port } = listening.address;
    await expect(openTcp({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it.each([
    [{ maxLineBytes: NaN }, 'serveTcp: maxLineBytes is NaN, not a number from 0 on'],
    [{ maxConnections: -1 }, 'serveTcp: maxConnections is -1, not a number from 0 on'],
    [{ drain: '5' }, 'serveTcp: drain is "5", not a number of milliseconds'],
    [{ prot: 1 }, 'serveTcp: unknown option "prot"; did you mean port?'],
    [{ port: 70_000 }, 'options.port should be'],
  ])('is refused with %o', async (options, message) => {
    await expect(openTcp(options as never)).rejects.toThrow(message);
  });

  it('disconnects a client if its connection cannot be created, reports why, and continues', async () => {
    const failure = new Error('no database');
    const onError = vi.fn();
    const listening = await serveTcp(
      () => {
        throw failure;
      },
      { onError },
    );
    try {
      for (const count of [1, 2]) {
        const client = await dial(listening.address);
        expect(await client.lines.rest()).toEqual([]);
        client.socket.destroy();
        expect(onError.mock.calls).toEqual(range(count).map(() => [failure]));
      }
    } finally {
      await listening.close();
    }
  });
});
