import { once } from 'node:events';
import { Agent } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serveHttp } from './serve-http.js';
import { serveMethods } from './serve-methods.js';
import { contract, methods } from './testing/demo.js';
import { begin, exchange } from './testing/http-client.js';
import { modern } from './testing/modern.js';
import { RawSocket, rawPost } from './testing/raw-socket.js';
import { call, createDemoEdge, openSession, post } from './testing/rows.js';

/** A method that waits until the test lets it go. */
function createSlow() {
  let release: () => void = () => undefined;
  let started: () => void;
  const running = new Promise<void>((resolve) => (started = resolve));
  const slow = (): Promise<object> => {
    started();
    return new Promise((resolve) => (release = () => resolve({ done: true })));
  };
  const open = serveMethods({ contract, methods: { ...methods, slow } });
  return { open, running, release: () => release() };
}

describe('serveHttp', () => {
  it('serves one path on a free loopback port, with any query', async () => {
    const server = await serveHttp(createDemoEdge({ sessions: false }), { path: '/rpc' });
    try {
      expect(server.url).toBe(`http://127.0.0.1:${server.port}/rpc`);
      expect((await exchange(`${server.url}?a=b`, post(call('ping')))).status).toBe(200);
      const elsewhere = `http://127.0.0.1:${server.port}/mcp`;
      expect(await exchange(elsewhere, post(call('ping')))).toMatchObject({
        status: 404,
        body: 'Not found\n',
      });
    } finally {
      await server.close();
    }
  });

  it('answers other paths if an option says how', async () => {
    const server = await serveHttp(createDemoEdge({ sessions: false }), {
      routes: { '/health': (_, response) => void response.end('fine') },
    });
    try {
      const at = (path: string) =>
        exchange(`http://127.0.0.1:${server.port}${path}`, { method: 'GET' });
      expect(await at('/health?a=b')).toMatchObject({ status: 200, body: 'fine' });
      expect(await at('/toString')).toMatchObject({ status: 404 });
    } finally {
      await server.close();
    }
  });

  it('finishes calls in progress before it closes, and refuses new ones', async () => {
    const { open, running, release } = createSlow();
    const server = await serveHttp(createDemoEdge({ open }));
    const raw = await RawSocket.open(server.url);
    raw.write(
      rawPost(JSON.stringify(call('ping')).slice(0, 5), [], JSON.stringify(call('ping')).length),
    );
    const answer = exchange(server.url, modern('slow'));
    await running;
    const closed = server.close();
    await expect(exchange(server.url, modern('slow'))).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    release();
    const { status, headers, body } = await answer;
    expect({ status, connection: headers['connection'], body }).toEqual({
      status: 200,
      connection: 'close',
      body: '{"jsonrpc":"2.0","id":1,"result":{"done":true}}',
    });
    raw.write(JSON.stringify(call('ping')).slice(5));
    expect(await raw.closed()).toMatch(/session-missing/);
    await closed;
  });

  it('closes connections that are kept alive, and ends the streams of sessions', async () => {
    const edge = createDemoEdge();
    const server = await serveHttp(edge);
    const agent = new Agent({ keepAlive: true });
    const send = (sent: Parameters<typeof exchange>[1]) => exchange(server.url, sent, agent);
    const headers = { accept: 'text/event-stream', 'mcp-session-id': await openSession({ send }) };
    const response = await begin(server.url, { method: 'GET', headers });
    response.resume();
    const ended = once(response, 'end');
    await server.close();
    await ended;
    expect(edge.sessions).toBe(0);
    agent.destroy();
  });

  it('cancels calls that do not finish in time, and answers them', async () => {
    const { open, running } = createSlow();
    const server = await serveHttp(createDemoEdge({ open }), { drain: 10 });
    const answer = exchange(server.url, modern('slow'));
    await running;
    await server.close();
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatch(/"id":1,"error":\{"code":-32603/);
  });

  it('ends the subscriptions of 2026-07-28 when it closes', async () => {
    const held = { 'subscriptions/listen': () => new Promise(() => undefined) };
    const server = await serveHttp(
      createDemoEdge({ open: serveMethods({ contract, methods: held }) }),
    );
    const answer = exchange(server.url, modern('subscriptions/listen'));
    const raw = await RawSocket.open(server.url);
    raw.write(rawPost(JSON.stringify(call('ping'))));
    await raw.until(/session-missing/);
    await server.close();
    expect((await answer).status).toBe(200);
  });

  it('leaves the process alone with `guardProcess: false`, and after it is closed', async () => {
    const events = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'] as const;
    const count = () => events.map((event) => process.listenerCount(event));
    const before = count();
    const alone = await serveHttp(createDemoEdge(), { guardProcess: false });
    expect(count()).toEqual(before);
    await alone.close();
    const servers = [await serveHttp(createDemoEdge()), await serveHttp(createDemoEdge())];
    expect(count().slice(0, 2)).not.toEqual(before.slice(0, 2));
    for (const server of servers) await server.close();
    expect(count()).toEqual(before);
  });

  it('answers 503 while the edge drains behind another listener', async () => {
    const edge = createDemoEdge();
    const server = await serveHttp(edge);
    edge.drain();
    const { status, headers, body } = await exchange(server.url, modern('echo'));
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(body).toMatch(/"code":-32603/);
    await server.close();
  });

  it('may be closed twice', async () => {
    const server = await serveHttp(createDemoEdge());
    const closed = Promise.all([server.close(), server.close()]);
    await expect(closed).resolves.toEqual([undefined, undefined]);
  });
});
