import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Handler } from '@errata/core';
import { toExpress, toFastify } from './mounts.js';
import { serveMethods } from './serve-methods.js';
import { contract } from './testing/demo.js';
import { exchange, type Received, type Sent } from './testing/http-client.js';
import { call, createDemoEdge, post, problem } from './testing/rows.js';

async function ask(listener: RequestListener, sent: Sent): Promise<Received> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await exchange(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, sent);
  } finally {
    server.close();
  }
}

const sent = post(call('ping', undefined, 'a'));
const PONG = '{"jsonrpc":"2.0","id":"a","result":{}}';

describe('express', () => {
  it.each([
    ['JSON', express.json()],
    ['text', express.text({ type: '*/*' })],
    ['bytes', express.raw({ type: '*/*' })],
  ])('may have parsed the body before: as %s', async (_, parser) => {
    const app = express().use(parser);
    app.all('/mcp', toExpress(createDemoEdge({ sessions: false })));
    expect(await ask(app, sent)).toMatchObject({ status: 200, body: PONG });
  });

  it('may have put an empty body there without reading anything', async () => {
    const app = express().use((request, _response, next) => {
      request.body = {};
      next();
    });
    app.all('/mcp', toExpress(createDemoEdge({ sessions: false })));
    expect(await ask(app, sent)).toMatchObject({ status: 200, body: PONG });
  });

  it('answers 500 if another middleware consumed the body, and reports why', async () => {
    const causes: unknown[] = [];
    const app = express().use((request, _response, next) => {
      request.resume().on('end', () => next());
    });
    const onFault = (_record: unknown, fault: { cause?: unknown }) => causes.push(fault.cause);
    app.all('/mcp', toExpress(createDemoEdge({ sessions: false, onFault })));
    expect(await ask(app, sent)).toMatchObject({ status: 500 });
    expect(causes).toHaveLength(1);
  });

  it('applies the limit to a parsed body', async () => {
    const app = express().use(express.json());
    app.all('/mcp', toExpress(createDemoEdge({ sessions: false, limits: { maxBytes: 20 } })));
    const { status, body } = await ask(app, {
      ...sent,
      headers: { ...sent.headers, 'transfer-encoding': 'chunked' },
    });
    expect({ status, body }).toEqual({ status: 413, body: problem('too-large', 'a') });
  });

  it('passes on the caller that another middleware found', async () => {
    const whoami: Handler = (_params, { exchange: from }) => ({ auth: from?.auth });
    const app = express().use((request, _response, next) => {
      (request as { auth?: unknown }).auth = { user: 'ada' };
      next();
    });
    app.all(
      '/mcp',
      toExpress(
        createDemoEdge({ sessions: false, open: serveMethods({ contract, methods: { whoami } }) }),
      ),
    );
    expect((await ask(app, post(call('whoami')))).body).toContain('{"auth":{"user":"ada"}}');
  });
});

describe('fastify', () => {
  it('keeps its own routes, parsers and headers beside the edge', async () => {
    const app = fastify();
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', 'http://localhost');
    });
    app.post('/own', async (request) => ({ got: request.body }));
    await app.register(toFastify(createDemoEdge({ sessions: false })));
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const own = await exchange(`${address}/own`, post({ a: 1 }));
      expect(own.body).toBe('{"got":{"a":1}}');
      const answer = await exchange(
        `${address}/mcp`,
        post('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'),
      );
      expect(answer.body).toBe('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}');
      expect(answer.headers['access-control-allow-origin']).toBe('http://localhost');
    } finally {
      await app.close();
    }
  });
});
