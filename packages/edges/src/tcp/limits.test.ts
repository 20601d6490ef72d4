import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { read, request } from '../stdio/testing/open-edge.js';
import { createGate, openTcp, until } from './testing/open-tcp.js';

describe('one client too many', () => {
  it('gets an error of the contract and is disconnected, until another one leaves', async () => {
    const { listening, dial } = await openTcp({
      contract: erlmcpContract,
      era: '2025-11-25',
      maxConnections: 2,
    });
    const clients = [await dial(), await dial()];
    for (const { send, lines } of clients) {
      send(request(1, 'echo', {}));
      expect(read(await lines.next())).toMatchObject({ id: 1, result: {} });
    }
    const third = await dial();
    third.send(request(1, 'echo', {}));
    const said = (await third.lines.rest()).map(read);
    expect(said).toMatchObject([{ error: { code: -32010 } }]);
    expect(said[0]).not.toHaveProperty('id', 1);
    third.socket.end();
    clients[0]!.socket.end();
    await until(() => [...listening.connections()].length === 1);
    const fourth = await dial();
    fourth.send(request(4, 'echo', {}));
    expect(read(await fourth.lines.next())).toMatchObject({ id: 4, result: {} });
  });

  it('does not count clients that are being disconnected', async () => {
    const { listening, dial } = await openTcp({ maxConnections: 1 });
    const served = await dial();
    // None of them hangs up, so that all of them are still there.
    const refused = [await dial(), await dial(), await dial()];
    for (const { lines } of refused) expect(await lines.rest()).toHaveLength(1);
    served.socket.end();
    await until(() => [...listening.connections()].length < 4);
    const next = await dial();
    next.send(request(1, 'echo', []));
    expect(read(await next.lines.next())).toMatchObject({ id: 1, result: [] });
  });
});

describe('newcomers', () => {
  const newcomers = {
    maxConnections: 2,
    maxLineBytes: 100,
    timeout: 600_000,
    refusal: { condition: 'forbidden', given: { message: 'Too long' } },
  } as const;

  it('lose their oldest for one more; admitted clients stay', async () => {
    const { channels, dial } = await openTcp({ newcomers });
    const admitted = await dial();
    await until(() => channels.length === 1);
    expect(channels[0]!.admit?.()).toBe(true);
    const others = [await dial(), await dial(), await dial()];
    expect(await others[0]!.lines.rest()).toEqual([]);
    for (const { send, lines } of [admitted, ...others.slice(1)]) {
      send(request(1, 'echo', []));
      expect(read(await lines.next())).toMatchObject({ id: 1, result: [] });
    }
  });

  it('are not admitted beyond the number of clients', async () => {
    const { channels, dial } = await openTcp({ newcomers, maxConnections: 1 });
    const first = await dial();
    await dial();
    await until(() => channels.length === 2);
    expect(channels.map(({ admit }) => admit?.())).toEqual([true, false]);
    first.socket.end();
    await until(() => channels[1]!.admit?.() === true);
  });

  it('are admitted if their line came in time, even if the process was busy', async () => {
    const hello = () => channels[0]!.admit?.();
    const limits = { ...newcomers, timeout: 500 };
    const { channels, dial } = await openTcp({ newcomers: limits, methods: { hello } });
    const { send, lines } = await dial();
    await until(() => channels.length === 1);
    send(request(1, 'hello'));
    const start = performance.now();
    while (performance.now() - start < 600);
    expect(read(await lines.next())).toMatchObject({ id: 1, result: true });
  });

  it('send short lines until they are admitted', async () => {
    const { channels, dial } = await openTcp({ newcomers });
    const [admitted, other] = [await dial(), await dial()];
    await until(() => channels.length === 2);
    channels[0]!.admit?.();
    const text = ['x'.repeat(200)];
    admitted.send(request(1, 'echo', text));
    expect(read(await admitted.lines.next())).toMatchObject({ id: 1, result: text });
    other.send(request(2, 'echo', text));
    expect((await other.lines.rest()).map(read)).toMatchObject([{ id: 2, error: {} }]);
  });
});

describe('a silent client', () => {
  it('is disconnected after idleTimeout, but not during a call', async () => {
    const gate = createGate();
    const { dial } = await openTcp({ idleTimeout: 2000, methods: { slow: gate.handler } });
    const waiting = await dial();
    waiting.send(request(1, 'slow', ['answered']));
    await until(() => gate.waiting === 1);
    const silent = await dial();
    expect(await silent.lines.rest()).toEqual([]);
    gate.open();
    expect(read(await waiting.lines.next()).result).toEqual(['answered']);
    expect(await waiting.lines.rest()).toEqual([]);
    expect(gate.stopped).toEqual([]);
  });
});
