import { describe, expect, it } from 'vitest';
import type { HttpEdgeOptions } from './settings.js';
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

  it('end in passing when anybody else calls', async () => {
    const { edge, clock, open } = await serve();
    await open();
    await open();
    clock.now += 1000;
    await open();
    expect(edge.sessions).toBe(1);
  });

  it('do not end while somebody listens', async () => {
    const { clock, ping, open, send } = await serve();
    const id = await open();
    const headers = { accept: 'text/event-stream', 'mcp-session-id': id };
    expect((await send({ method: 'GET', headers })).status).toBe(200);
    clock.now += 5000;
    expect(await ping(id)).toBe(200);
  });

  it('do not end while a request is worked on, nor right after it', async () => {
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
  it('make room by ending the one that was unused for longest', async () => {
    const { clock, ping, open } = await serve();
    const [first, second, third] = [await open(), await open(), await open()];
    clock.now += 1;
    await ping(first);
    const fourth = await open();
    expect(await Promise.all([first, second, third, fourth].map(ping))).toEqual([
      200, 404, 200, 200,
    ]);
  });

  it('are refused with 503 where none is idle', async () => {
    const { open, send } = await serve();
    for (let i = 0; i < 3; i++) {
      const headers = { accept: 'text/event-stream', 'mcp-session-id': await open() };
      await send({ method: 'GET', headers });
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

describe('the revision of a session', () => {
  const batch = [call('ping')];

  it('is what initialize settled on, whatever was asked for', async () => {
    const fixed = {
      ...methods,
      initialize: () => ({ protocolVersion: '2025-03-26', capabilities: {} }),
    };
    const { open, send } = await serve({ open: serveMethods({ contract, methods: fixed }) });
    // Batches exist in this revision only.
    expect((await send(post(batch, { 'mcp-session-id': await open() }))).status).toBe(200);
  });

  it('is what was asked for where the reply names none that is served', async () => {
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

  it('is the newest with a handshake where something strange was asked for', async () => {
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
