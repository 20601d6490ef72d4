import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock, createSample } from '../testing/sample.js';
import { MODERN_META } from '@errata/testing/wire';
import { serveHttp, serveStdio, serveTcp } from './serve.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const BIG = '9007199254740993';
const initialize = `{"jsonrpc":"2.0","id":${BIG},"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`;
const modern = (id: string, method: string, params: object = {}) =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify({ ...params, _meta: MODERN_META })}}`;

it.each([
  [serveStdio, { onstray: 1 }, 'serveStdio: unknown option "onstray"; did you mean onStray?'],
  [serveHttp, { prot: 1 }, 'createHttpEdge: unknown option "prot"; did you mean port?'],
  [serveTcp, { prot: 1 }, 'serveTcp: unknown option "prot"; did you mean port?'],
])('%o rejects %j', async (serve, options, message) => {
  await expect(serve(createSample(), options as never)).rejects.toThrow(new TypeError(message));
});

describe('a kit on a pair of streams', () => {
  it('answers line by line', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const edge = await serveStdio(createSample(), { input, output });
    open.push(edge);
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    input.write(`${initialize}\n${modern('"m"', 'tools/list')}\n`);
    expect((await lines.next()).value).toMatch(
      new RegExp(`^{"jsonrpc":"2.0","id":${BIG},"result"`),
    );
    expect((await lines.next()).value).toContain('"resultType":"complete"');
    input.write(
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(1024 * 1024)}"}}\n`,
    );
    expect((await lines.next()).value).toContain('"code":-32600');
  });

  it('ends at once, even with open subscriptions', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const clock = createClock();
    const edge = await serveStdio(createSample({ resources: [clock] }), {
      input,
      output,
      drain: 600_000,
    });
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const notifications = { resourceSubscriptions: ['clock://now'] };
    input.write(`${modern('1', 'subscriptions/listen', { notifications })}\n`);
    expect((await lines.next()).value).toContain('acknowledged');
    expect(clock.watchers).toBe(1);
    input.end();
    expect(await edge.closed).toMatchObject({ why: 'eof' });
    expect(clock.watchers).toBe(0);
  });
});

describe('a kit on TCP', () => {
  it('serves many clients at a time, and ends their subscriptions', async () => {
    const kit = createSample();
    const listening = await serveTcp(kit);
    open.push(listening);
    const { host, port } = listening.address;
    const talk = async (text: string) => {
      const socket = connect(port, host);
      const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
      await once(socket, 'connect');
      socket.write(`${text}\n`);
      return lines;
    };
    const first = await talk(initialize);
    expect((await first.next()).value).toContain(`"id":${BIG},"result"`);
    const second = await talk(modern(BIG, 'subscriptions/listen', { notifications: {} }));
    expect((await second.next()).value).toContain(`subscriptionId":${BIG}}`);
    await listening.close();
    expect((await second.next()).value).toContain(`"id":${BIG},"result"`);
  });
});

describe('a kit over HTTP', () => {
  const post = (url: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });

  const modernHeaders = (method: string) => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  });

  it('has sessions up to 2025-11-25', async () => {
    const listening = await serveHttp(createSample());
    open.push(listening);
    const begun = await post(listening.url, initialize);
    expect(await begun.text()).toContain(`"id":${BIG},"result"`);
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! };
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect(await (await post(listening.url, list, session)).json()).toMatchObject({
      id: 1,
      result: {},
    });
    const again = await post(listening.url, initialize, session);
    expect(again.status).toBe(400);
  });

  it('has none on 2026-07-28', async () => {
    const listening = await serveHttp(createSample({ rate: { burst: 2, perSecond: 0.5 } }));
    open.push(listening);
    const ask = (method: string) => post(listening.url, modern(BIG, method), modernHeaders(method));
    expect(await (await ask('tools/list')).text()).toContain(`"id":${BIG},"result"`);
    expect((await ask('ping')).status).toBe(404);
    const last = [await ask('server/discover'), await ask('server/discover')].at(-1)!;
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('compares marked arguments with their headers', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        where: {
          type: 'object',
          properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
        },
      },
    };
    const kit = createSample();
    const listening = await serveHttp(kit);
    open.push(listening);
    kit.addTool({ name: 'query', inputSchema, run: () => 'rows' });
    const params = { name: 'query', arguments: { where: { region: 'north' } } };
    const ask = (region: string) =>
      post(listening.url, modern('1', 'tools/call', params), {
        ...modernHeaders('tools/call'),
        'mcp-name': 'query',
        'mcp-param-region': region,
      });
    expect(await (await ask('north')).json()).toMatchObject({
      result: { content: [{ text: 'rows' }] },
    });
    const refused = await ask('south');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: -32020 } });
  });

  it('streams subscribed changes, and answers when it closes', async () => {
    const kit = createSample();
    const listening = await serveHttp(kit);
    open.push(listening);
    const notifications = { toolsListChanged: true };
    const answer = await post(
      listening.url,
      modern('7', 'subscriptions/listen', { notifications }),
      modernHeaders('subscriptions/listen'),
    );
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('acknowledged');
    kit.removeTool('add');
    expect((await reader.read()).value).toContain('notifications/tools/list_changed');
    const closing = listening.close();
    expect((await reader.read()).value).toContain('"id":7,"result"');
    await closing;
  });
});
