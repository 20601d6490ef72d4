import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { Channel } from '../channel.js';
import { serveMethods } from './serve-methods.js';
import { ADAPTERS, LISTENING, type Mounted } from './testing/adapters.js';
import { contract, methods } from './testing/demo.js';
import { begin, eventsOf } from './testing/http-client.js';
import { createDemoEdge, openSession, problem } from './testing/rows.js';
import type { HttpEdgeOptions } from './settings.js';

const open: Mounted[] = [];
afterEach(async () => {
  for (const mounted of open.splice(0)) await mounted.close();
});

/** An edge that hands out the channels of its sessions. */
async function serve(adapter: string, options: Partial<HttpEdgeOptions> = {}) {
  const channels = new Map<string, Channel>();
  const inner = serveMethods({ contract, methods });
  const edge = createDemoEdge({
    open: (info) => {
      if (info.sessionId !== undefined) channels.set(info.sessionId, info.channel);
      return inner(info);
    },
    ...options,
  });
  const mounted = await ADAPTERS[adapter]!(edge);
  open.push(mounted);
  const listen = (id: string) =>
    begin(mounted.url!, {
      method: 'GET',
      headers: { accept: 'text/event-stream', 'mcp-session-id': id },
    });
  return { edge, mounted, channels, listen };
}

const hello = '{"jsonrpc":"2.0","method":"notifications/hello"}';

describe.each(LISTENING)('the stream of a session, over %s', (adapter) => {
  it('carries the server’s own messages in order, and none of other sessions', async () => {
    const { mounted, channels, listen } = await serve(adapter);
    const [mine, other] = [await openSession(mounted), await openSession(mounted)];
    channels.get(mine)!.send('{"lost":"nobody listens yet"}');
    const response = await listen(mine);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/event-stream');
    const events = eventsOf(response);
    channels.get(other)!.send('{"not":"for you"}');
    channels.get(mine)!.send(hello);
    channels.get(mine)!.send('{\n"two": "lines"}');
    expect((await events.next()).value).toBe(`event: message\ndata: ${hello}`);
    expect((await events.next()).value).toBe('event: message\ndata: {\ndata: "two": "lines"}');
    response.destroy();
  });

  it('can be opened once, and again after the client disconnected', async () => {
    const { mounted, channels, listen } = await serve(adapter);
    const id = await openSession(mounted);
    const first = await listen(id);
    const headers = { accept: 'text/event-stream', 'mcp-session-id': id };
    const second = await mounted.send({ method: 'GET', headers });
    expect(second).toMatchObject({ status: 409, body: problem('stream-open') });
    first.destroy();
    let third = await listen(id);
    while (third.statusCode === 409) {
      third.resume();
      third = await listen(id); // until the server has noticed
    }
    channels.get(id)!.send(hello);
    expect((await eventsOf(third).next()).value).toContain('notifications/hello');
    third.destroy();
  });

  it('ends with the session', async () => {
    const { mounted, listen } = await serve(adapter);
    const id = await openSession(mounted);
    const response = await listen(id);
    response.resume();
    const ended = once(response, 'end');
    const gone = await mounted.send({ method: 'DELETE', headers: { 'mcp-session-id': id } });
    expect(gone.status).toBe(204);
    await ended;
  });

  it('sends comments as keep-alive', async () => {
    const { mounted, listen } = await serve(adapter, { keepAlive: 5 });
    const response = await listen(await openSession(mounted));
    const events = eventsOf(response);
    expect((await events.next()).value).toBe(': keep-alive');
    expect((await events.next()).value).toBe(': keep-alive');
    response.destroy();
  });
});
