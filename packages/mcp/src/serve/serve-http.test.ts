import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { toExpress } from '@errata/edges/http';
import { standard } from '@errata/core';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { ENVELOPE } from '../testing/lines.js';
import { createV1, createV2, type Behaviours } from '../testing/sdk-servers.js';
import { HELLO, type Message } from '../testing/wire.js';
import { guard } from '../guard/index.js';
import {
  createHttpEdge,
  currentExchange,
  serveHttp,
  type HttpServing,
  type ServeHttpOptions,
} from '../index.js';
import type { SdkServer } from '../guard/index.js';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function open(
  create: (behaviours?: Behaviours) => SdkServer,
  behaviours: Behaviours = {},
  options: Omit<ServeHttpOptions, 'http'> = {},
): Promise<HttpServing> {
  const serving = await serveHttp(() => create(behaviours), options);
  opened.push(serving);
  return serving;
}

interface Answer {
  readonly status: number;
  readonly message: Message;
  readonly text: string;
  readonly headers: Headers;
}

async function post(url: string, body: object | string, headers: object = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
  return {
    status: response.status,
    message: JSON.parse(json) as Message,
    text,
    headers: response.headers,
  };
}

const modern = (url: string, method: string, params: object = {}, id = '1') => {
  const { name } = params as { name?: string };
  const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify({ ...params, _meta: ENVELOPE })}}`;
  return post(url, body, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  });
};

async function session(url: string) {
  const hello = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO });
  const headers = {
    'mcp-session-id': hello.headers.get('mcp-session-id')!,
    'mcp-protocol-version': '2025-11-25',
  };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
  return (method: string, params: object = {}, id = '2') =>
    post(
      url,
      `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`,
      headers,
    );
}

const boom: Behaviours = {
  tool: () => {
    throw new Error('postgres://admin:hunter2@db');
  },
};

describe.each([
  ['SDK v1', createV1],
  ['SDK v2', createV2],
] as const)('a server of %s behind the HTTP edge, with sessions', (_, create) => {
  it('answers calls under their exact ids, and failures as the contract says', async () => {
    const { url } = await open(create, boom);
    const ask = await session(url);
    const failed = await ask('tools/call', { name: 'ping' }, '9007199254740993');
    expect(failed.status).toBe(200);
    expect(failed.text).toContain('"id":9007199254740993,"result":');
    expect(failed.message.result).toMatchObject({ isError: true });
    expect(failed.text).not.toContain('hunter2');
    const listed = await ask('tools/list');
    expect(listed.message.result).toHaveProperty('tools');
  });

  it('answers malformed messages, and keeps the session', async () => {
    const { url } = await open(create);
    const ask = await session(url);
    const broken = await post(url, '{"jsonrpc":"2.0","id":5,"method":', {});
    expect(broken).toMatchObject({ status: 400, message: { id: 5, error: { code: -32700 } } });
    expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(400);
    const gone = await post(
      url,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'mcp-session-id': 'nope' },
    );
    expect(gone.status).toBe(404);
    expect((await ask('tools/call', { name: 'ping' })).message.result).toBeDefined();
  });

  it('keeps sessions apart though they use the same ids', async () => {
    let calls = 0;
    const { url } = await open(create, {
      tool: async () => ({ content: [{ type: 'text', text: `call ${++calls}` }] }),
    });
    const asks = await Promise.all(Array.from({ length: 5 }, () => session(url)));
    const replies = await Promise.all(asks.map((ask) => ask('tools/call', { name: 'ping' }, '7')));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(5);
  });

  it('is a server for the SDK clients of both versions', async () => {
    const { url } = await open(create, boom);
    const v1 = new ClientV1({ name: 'c', version: '1' });
    await v1.connect(new TransportV1(new URL(url)) as never);
    opened.push(v1);
    const v2 = new ClientV2({ name: 'c', version: '1' });
    await v2.connect(new TransportV2(new URL(url)));
    opened.push(v2);
    for (const client of [v1, v2] as { callTool(given: object): Promise<object> }[]) {
      expect(await client.callTool({ name: 'ping' })).toMatchObject({ isError: true });
    }
  });
});

describe('a server of SDK v2 behind the HTTP edge, on 2026-07-28', () => {
  it('answers calls under their exact ids', async () => {
    const { url } = await open(createV2, boom);
    for (const id of ['1', '"a"', '9007199254740993', '1.0']) {
      const { status, text, message } = await modern(url, 'tools/call', { name: 'ping' }, id);
      expect(status).toBe(200);
      expect(text).toContain(`"id":${id},"result":`);
      expect(message.result).toMatchObject({ isError: true, resultType: 'complete' });
      expect(text).not.toContain('hunter2');
    }
  });

  it('takes the event bus of the SDK', async () => {
    const served = await serveHttp(() => createV2(boom), { bus: new InMemoryServerEventBus() });
    opened.push(served);
    const { message } = await modern(served.url, 'tools/call', { name: 'ping' }, '1');
    expect(message.result).toMatchObject({ isError: true });
  });

  it.each([
    ['an unknown method', 'no/such', {}, 404, -32601],
    ['an unknown tool', 'tools/call', { name: 'pong' }, 200, -32602],
  ])('answers %s with its status', async (_, method, params, status, code) => {
    const { url } = await open(createV2);
    expect(await modern(url, method, params)).toMatchObject({
      status,
      message: { error: { code } },
    });
  });

  it('streams the notifications of a tool', async () => {
    const { url } = await open(() => {
      const server = createV2();
      server.registerTool('walk', {}, async (context) => {
        for (const progress of [1, 2]) {
          await context.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken: 'p', progress },
          });
        }
        return { content: [{ type: 'text', text: 'there' }] };
      });
      return server;
    });
    const { text, headers } = await modern(url, 'tools/call', { name: 'walk' });
    expect(headers.get('content-type')).toContain('text/event-stream');
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data!) as Message,
    );
    expect(events.map(({ method, result }) => method ?? Object.keys(result!)[0])).toEqual([
      'notifications/progress',
      'notifications/progress',
      'content',
    ]);
  });

  it('serves five hundred failing calls at once, each under its own id', async () => {
    const { url } = await open(createV2, {
      tool: () => {
        throw standard.INTERNAL_ERROR();
      },
    });
    const ids = Array.from({ length: 500 }, (_, index) => index + 1);
    const replies = await Promise.all(
      ids.map((id) => modern(url, 'tools/call', { name: 'ping' }, String(id))),
    );
    expect(replies.map(({ message }) => message.id)).toEqual(ids);
  });
});

describe('what a served factory can rely on', () => {
  it('gets the era and the caller of each server', async () => {
    const seen: unknown[] = [];
    const edge = await serveHttp(
      (context) => {
        seen.push([
          context?.era,
          (context?.authInfo as { clientId?: string } | undefined)?.clientId,
        ]);
        return createV2();
      },
      {
        authorize: ({ header }) => ({
          token: 't',
          clientId: header('authorization'),
          scopes: [],
        }),
        ownerOf: (auth) => (auth as { clientId: string }).clientId,
      },
    );
    opened.push(edge);
    seen.length = 0;
    await post(
      edge.url,
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: ENVELOPE } },
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
        authorization: 'alice',
      },
    );
    await post(
      edge.url,
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO },
      { authorization: 'bob' },
    );
    expect(seen).toEqual([
      ['modern', 'alice'],
      ['legacy', 'bob'],
    ]);
  });

  it('may guard its servers itself', async () => {
    const written: string[] = [];
    const { url } = await open(() =>
      guard(createV2(boom), { onFault: ({ mcp_error_code: reason }) => written.push(reason) }),
    );
    const { message } = await modern(url, 'tools/call', { name: 'ping' });
    expect(message.result).toMatchObject({ isError: true });
    expect(written).toEqual(['UNEXPECTED']);
  });

  it('may have results without a JSON form: they still get an answer', async () => {
    const big: Behaviours = { tool: () => ({ content: [], structuredContent: { n: 1n } }) };
    const { url } = await open(createV2, big);
    const { message } = await modern(url, 'tools/call', { name: 'ping' });
    const failed = {
      isError: true,
      _meta: { 'dev.errata/fault': { code: -32603, effect: 'done' } },
    };
    expect(message.result).toMatchObject(failed);
    const ask = await session(url);
    expect((await ask('tools/call', { name: 'ping' })).message.result).toMatchObject(failed);
  });

  it('keeps back results that are longer than they may be, in both generations', async () => {
    const long: Behaviours = {
      tool: () => ({ content: [{ type: 'text', text: 'x'.repeat(3000) }] }),
    };
    const { url } = await open(createV2, long, { maxResultChars: 2000 });
    const refused = { code: -32603, message: expect.stringMatching(/more than 2000 are not sent/) };
    expect((await modern(url, 'tools/call', { name: 'ping' })).message.error).toMatchObject(
      refused,
    );
    const ask = await session(url);
    expect((await ask('tools/call', { name: 'ping' })).message.error).toMatchObject(refused);
  });

  it('may send a request to the client during a call, over the stream of that call', async () => {
    const { url } = await open(() => {
      const server = createV1();
      server.registerTool('ask', {}, async (extra) => {
        const { model } = await server.server.createMessage(
          { messages: [], maxTokens: 1 },
          { relatedRequestId: extra.requestId },
        );
        return { content: [{ type: 'text', text: model }] };
      });
      return server;
    });
    const hello = { ...HELLO, capabilities: { sampling: {} } };
    const begun = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': begun.headers.get('mcp-session-id')!,
    };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'ask' },
    });
    const response = await fetch(url, { method: 'POST', headers, body });
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      const questions = [...text.matchAll(/^data: (.*)$/gm)]
        .map(([, data]) => JSON.parse(data!) as Message)
        .filter(({ method }) => method === 'sampling/createMessage');
      if (questions.length === 0 || text.includes('"result"')) continue;
      const { id } = questions[0]!;
      const result = { role: 'assistant', model: 'm-1', content: { type: 'text', text: 'hi' } };
      await post(
        url,
        { jsonrpc: '2.0', id, result },
        { 'mcp-session-id': headers['mcp-session-id'] },
      );
    }
    expect(text).toContain('"text":"m-1"');
  });
});

describe('createHttpEdge', () => {
  it('is mounted like any other edge, and passes the caller on', async () => {
    const seen: unknown[] = [];
    const factory = () => {
      const server = createV2();
      server.registerTool('whoami', {}, async ({ http }) => {
        seen.push(http?.authInfo?.clientId);
        return { content: [] };
      });
      return server;
    };
    const edge = await createHttpEdge(factory, {
      authorize: ({ header }) => {
        if (header('authorization') !== 'Bearer good')
          throw Object.assign(new Error('no'), { status: 401 });
        return { token: 't', clientId: 'ada', scopes: [] };
      },
    });
    const app = express();
    app.all('/mcp', toExpress(edge));
    const server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    opened.push({ close: async () => void server.close() });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'whoami',
    };
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'whoami', _meta: ENVELOPE },
    };
    expect((await post(url, body, { ...headers, authorization: 'Bearer good' })).status).toBe(200);
    expect(seen).toEqual(['ada']);
    expect((await post(url, body, headers)).status).toBeGreaterThanOrEqual(400);
    expect(seen).toEqual(['ada']);
  });

  it('takes a factory only', async () => {
    await expect(serveHttp(createV2() as never)).rejects.toThrow('HTTP takes a factory');
  });
});

describe('currentExchange', () => {
  it('gives a handler its HTTP request, in both generations', async () => {
    const refs: unknown[] = [];
    const factory = () => {
      const server = createV2();
      server.registerTool('whoami', {}, async () => {
        await Promise.resolve();
        refs.push(currentExchange()?.ref);
        return { content: [] };
      });
      return server;
    };
    const serving = await serveHttp(factory, { refHeader: 'X-Correlation-ID' });
    opened.push(serving);
    const { headers } = await modern(serving.url, 'tools/call', { name: 'whoami' });
    const ask = await session(serving.url);
    const later = await ask('tools/call', { name: 'whoami' });
    expect(refs).toEqual([headers.get('x-correlation-id'), later.headers.get('x-correlation-id')]);
    expect(new Set(refs).size).toBe(2);
    expect(currentExchange()).toBeUndefined();
  });
});
