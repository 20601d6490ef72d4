import { describe, expect, it } from 'vitest';
import { objectOrEmpty } from '@errata/core/internal';
import type { Handler } from '@errata/core';
import type { HttpHead } from './http-messages.js';
import type { HttpEdgeOptions } from './settings.js';
import type { Sent } from './testing/http-client.js';
import { modern } from './testing/modern.js';
import { ADAPTERS } from './testing/adapters.js';
import { contract, methods } from './testing/demo.js';
import { serveMethods } from './serve-methods.js';
import { call, createDemoEdge, failure, INITIALIZE, openSession, post } from './testing/rows.js';

/** An edge whose clock and ids are in the test's hand. */
async function serve(options: Partial<HttpEdgeOptions> = {}) {
  const clock = { now: 1_000_000 };
  let made = 0;
  const edge = createDemoEdge({
    sessions: { idleTimeout: 1000, max: 3 },
    now: () => clock.now,
    randomUUID: () => `session-${++made}`,
    ...options,
  });
  const mounted = await ADAPTERS['neutral']!(edge);
  const ping = async (id: string) =>
    (await mounted.send(post(call('ping'), { 'mcp-session-id': id }))).status;
  return { edge, clock, ping, open: () => openSession(mounted), send: mounted.send };
}

describe('sessions and time', () => {
  it('end after the idle time, and not before', async () => {
    const { edge, clock, ping, open } = await serve();
    const id = await open();
    clock.now += 999;
    expect(await ping(id)).toBe(200);
    clock.now += 999;
    expect(await ping(id)).toBe(200);
    clock.now += 1000;
    expect(await ping(id)).toBe(404);
    expect(edge.sessions).toBe(0);
  });

  it('expire when another client calls', async () => {
    const { edge, clock, open } = await serve();
    await open();
    await open();
    clock.now += 1000;
    await open();
    expect(edge.sessions).toBe(1);
  });

  it('do not expire while a stream is open', async () => {
    const { clock, ping, open, send } = await serve();
    const id = await open();
    const headers = { accept: 'text/event-stream', 'mcp-session-id': id };
    expect((await send({ method: 'GET', headers })).status).toBe(200);
    clock.now += 5000;
    expect(await ping(id)).toBe(200);
  });

  it('do not expire during a request, nor right after it', async () => {
    let release: () => void = () => undefined;
    const slow = {
      ...methods,
      slow: () => new Promise<object>((resolve) => (release = () => resolve({}))),
    };
    const { clock, ping, open, send } = await serve({
      open: serveMethods({ contract, methods: slow }),
    });
    const id = await open();
    const answer = send(post(call('slow'), { 'mcp-session-id': id }));
    clock.now += 5000;
    await open();
    clock.now += 999;
    release();
    expect((await answer).status).toBe(200);
    clock.now += 999;
    expect(await ping(id)).toBe(200);
  });
});

describe('sessions and their number', () => {
  it('replace the least recently used one', async () => {
    const { clock, ping, open } = await serve();
    const [first, second, third] = [await open(), await open(), await open()];
    clock.now += 1;
    await ping(first);
    const fourth = await open();
    expect(await Promise.all([first, second, third, fourth].map(ping))).toEqual([
      200, 404, 200, 200,
    ]);
  });

  it('are refused with 503 if each has a call in progress', async () => {
    const slow = { ...methods, slow: () => new Promise<object>(() => undefined) };
    const { open, send } = await serve({ open: serveMethods({ contract, methods: slow }) });
    for (let i = 0; i < 3; i++) {
      void send(post(call('slow'), { 'mcp-session-id': await open() }));
    }
    const { status, headers, body } = await send(post(INITIALIZE));
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(body).toBe(failure(-32603, 'Internal error'));
  });

  it('are not used up by an initialize that fails', async () => {
    const broken = {
      ...methods,
      initialize: () => {
        throw new Error('no');
      },
    };
    const { edge, send } = await serve({ open: serveMethods({ contract, methods: broken }) });
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await send(post(INITIALIZE));
      expect(status).toBe(200);
      expect(headers['mcp-session-id']).toBeUndefined();
    }
    expect(edge.sessions).toBe(0);
  });

  it('are not used up by a connection that cannot be made', async () => {
    const { edge, send } = await serve({
      open: () => {
        throw new Error('no');
      },
    });
    expect((await send(post(INITIALIZE))).status).toBe(500);
    expect(edge.sessions).toBe(0);
  });
});

describe('sessions and whose they are', () => {
  const limits = { idleTimeout: 1000, max: 8, perOwner: 4 };
  const at = (address: string, sent: Sent): Sent => ({ ...sent, address });

  async function serveTo(options: Partial<HttpEdgeOptions> = {}) {
    const { send, edge, clock } = await serve({ sessions: limits, ...options });
    const initialize = async (address: string, headers: Record<string, string> = {}) => {
      clock.now += 1;
      const answer = await send(at(address, post(INITIALIZE, headers)));
      return answer.headers['mcp-session-id'] ?? `status ${answer.status}`;
    };
    const statusOf = async (id: string) =>
      (await send(post(call('echo'), { 'mcp-session-id': id }))).status;
    const listen = (id: string) =>
      send({ method: 'GET', headers: { accept: 'text/event-stream', 'mcp-session-id': id } });
    return { send, edge, initialize, statusOf, listen };
  }

  it('one address that floods the server ends its own sessions only', async () => {
    const { edge, initialize, statusOf } = await serveTo();
    const mine = await initialize('192.0.2.1');
    for (let i = 0; i < 50; i++) await initialize('192.0.2.66');
    expect(edge.sessions).toBe(1 + 4);
    expect(await statusOf(mine)).toBe(200);
  });

  it('one address that holds streams open takes no place of others', async () => {
    const { edge, initialize, statusOf, listen } = await serveTo();
    const mine = await initialize('192.0.2.1');
    for (let i = 0; i < 50; i++) await listen(await initialize('192.0.2.66'));
    expect(edge.sessions).toBe(1 + 4);
    expect(await statusOf(mine)).toBe(200);
    expect(await statusOf(await initialize('192.0.2.2'))).toBe(200);
  });

  it('when all are taken, the owner with the most loses one', async () => {
    const { edge, initialize, statusOf, listen } = await serveTo();
    const few = [await initialize('192.0.2.1'), await initialize('192.0.2.2')];
    for (const greedy of ['192.0.2.66', '192.0.2.67']) {
      for (let i = 0; i < 3; i++) await listen(await initialize(greedy));
    }
    expect(edge.sessions).toBe(8);
    const late = [await initialize('192.0.2.3'), await initialize('192.0.2.4')];
    expect(await Promise.all([...few, ...late].map(statusOf))).toEqual([200, 200, 200, 200]);
    // Who holds as many as anybody else makes room for itself.
    await initialize('192.0.2.66');
    expect(await Promise.all([...few, ...late].map(statusOf))).toEqual([200, 200, 200, 200]);
  });

  it.each([
    ['addresses of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 4],
    ['addresses of two IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', 8],
    ['an IPv4 address in both spellings', '192.0.2.1', '::ffff:192.0.2.1', 4],
    ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', 8],
  ])('%s', async (_name, one, other, sessions) => {
    const { edge, initialize } = await serveTo();
    for (let i = 0; i < 10; i++) {
      await initialize(one);
      await initialize(other);
    }
    expect(edge.sessions).toBe(sessions);
  });

  it('callers without an address share one quota', async () => {
    const { edge, send } = await serveTo();
    for (let i = 0; i < 20; i++) await send(post(INITIALIZE));
    expect(edge.sessions).toBe(8);
  });

  it('count by user if there is one, not by address', async () => {
    const authorize = ({ header }: HttpHead) => ({ sub: header('authorization') });
    const { edge, initialize } = await serveTo({ authorize });
    for (let i = 0; i < 10; i++) await initialize(`192.0.2.${i}`, { authorization: 'ada' });
    expect(edge.sessions).toBe(4);
  });

  it.each([
    ['not at all', undefined, 4],
    ['by one proxy', true, 8],
    ['by two proxies', 2, 4],
  ])('X-Forwarded-For is trusted %s', async (_name, trustProxy, sessions) => {
    const { edge, initialize } = await serveTo(trustProxy === undefined ? {} : { trustProxy });
    for (let i = 0; i < 10; i++) {
      const forwarded = `203.0.113.${i}, 198.51.100.7, 203.0.113.${i}`;
      await initialize('127.0.0.1', { 'x-forwarded-for': forwarded });
    }
    expect(edge.sessions).toBe(sessions);
  });

  it.each([
    ['ownerOf', { ownerOf: 'sub' }],
    ['trustProxy', { trustProxy: 1.5 }],
    ['sessions.max', { sessions: { max: 0 } }],
    ['sessions.perOwner', { sessions: { perOwner: Number.NaN } }],
  ])('invalid options are rejected at the start: %s', (name, options) => {
    expect(() => createDemoEdge(options as never)).toThrow(name);
  });
});

describe('subscriptions of 2026-07-28 and whose they are', () => {
  it('end with the oldest of the same caller, and with none of another', async () => {
    const ended: string[] = [];
    const held: Record<string, Handler> = {
      'subscriptions/listen': (params, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            ended.push(String(objectOrEmpty(params)['name']));
            reject(signal.reason as Error);
          }),
        ),
    };
    const { send } = await serve({
      sessions: { max: 4, perOwner: 2 },
      open: serveMethods({ contract, methods: held }),
    });
    const listen = (name: string, address: string) =>
      send({ ...modern('subscriptions/listen', { name }), address });
    const [mine, first] = [listen('mine', '192.0.2.1'), listen('first', '192.0.2.66')];
    for (const name of ['second', 'third', 'fourth']) void listen(name, '192.0.2.66');
    expect((await first).body).toContain('"error"');
    expect(ended).toEqual(['first', 'second']);
    void mine;
  });
});

describe('the revision of a session', () => {
  const batch = [call('ping')];

  it('is the one of the initialize result, not the requested one', async () => {
    const fixed = {
      ...methods,
      initialize: () => ({ protocolVersion: '2025-03-26', capabilities: {} }),
    };
    const { open, send } = await serve({ open: serveMethods({ contract, methods: fixed }) });
    // Batches exist in this revision only.
    expect((await send(post(batch, { 'mcp-session-id': await open() }))).status).toBe(200);
  });

  it('is the requested one if the reply names none that is served', async () => {
    const silent = { ...methods, initialize: () => ({ capabilities: {} }) };
    const eras = new Set<string>();
    const inner = serveMethods({ contract, methods: silent });
    const { send } = await serve({
      open: (info) => {
        eras.add(info.era);
        return inner(info);
      },
    });
    const message = call('initialize', { protocolVersion: '2025-03-26' });
    const { headers } = await send(post(message));
    const answer = await send(post(batch, { 'mcp-session-id': headers['mcp-session-id']! }));
    expect(answer.status).toBe(200);
    expect([...eras]).toEqual(['2025-03-26']);
  });

  it('is the newest with a handshake if the requested one is unknown', async () => {
    const eras: unknown[] = [];
    const inner = serveMethods({ contract, methods });
    const { send } = await serve({
      open: (info) => {
        eras.push([info.era, info.sessionId]);
        return inner(info);
      },
    });
    await send(post(call('initialize', { protocolVersion: '2099-01-01' })));
    expect(eras).toEqual([['2025-11-25', 'session-1']]);
  });
});

describe('ids', () => {
  it('are a session’s own: two clients may use the same at the same time', async () => {
    const waiting: (() => void)[] = [];
    const slow = {
      ...methods,
      slow: () => new Promise<object>((resolve) => waiting.push(() => resolve({}))),
    };
    const { open, send } = await serve({ open: serveMethods({ contract, methods: slow }) });
    const [one, two] = [await open(), await open()];
    const request = (id: string) =>
      send(post(call('slow', undefined, 5), { 'mcp-session-id': id }));
    const first = request(one);
    const second = request(two);
    const again = await request(one);
    expect(again).toMatchObject({
      status: 400,
      body: failure(-32600, 'Invalid Request', { problem: 'id-in-use' }, 5),
    });
    for (const release of waiting) release();
    expect((await first).body).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
    expect((await second).body).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
  });

  it('are found by a cancellation of the same session', async () => {
    const slow = {
      ...methods,
      slow: (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    };
    const { open, send } = await serve({ open: serveMethods({ contract, methods: slow }) });
    const headers = { 'mcp-session-id': await open() };
    const answer = send(post(call('slow', undefined, 9), headers));
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 9 },
    };
    expect((await send(post(cancelled, headers))).status).toBe(202);
    // No reply to what was cancelled, but HTTP wants an answer.
    expect(await answer).toMatchObject({ status: 202, body: '' });
  });
});
