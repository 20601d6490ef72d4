import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { ask, type AskOptions, closing, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../testing/memories.js';
import { startOpenMemory, type OpenMemoryOptions } from './start-open-memory.js';

const keep = closing();
const file = temporaryFolder();

const KEY = 'om-secret';
const BEARER = { authorization: `Bearer ${KEY}` };

async function start(options: Partial<OpenMemoryOptions> = {}) {
  const server = keep(await startOpenMemory({ database: ':memory:', apiKey: KEY, ...options }));
  const post = (path: string, body: unknown, more: AskOptions = BEARER) =>
    ask(server.url, 'POST', path, { body, ...more });
  const get = (path: string, more: AskOptions = BEARER) => ask(server.url, 'GET', path, more);
  return { server, post, get };
}

/** The id in an answer to an addition. */
const idIn = ({ body }: { readonly body: unknown }) => (body as { id: string }).id;

describe('the memory service', () => {
  it('adds, finds, gives and removes', async () => {
    const { server, post, get } = await start({ now: () => 0 });
    const memory = memoryOf('发布前先备份数据库', {
      kind: 'PROCEDURE',
      metadata: { sha256: 'ab' },
    });
    const added = await post('/memory/add', memory);
    expect(added).toEqual({ status: 200, body: { success: true, id: expect.any(String) } });
    const id = idIn(added);
    const stored = { ...memory, id, created_at: '1970-01-01T00:00:00.000Z' };
    expect(await post('/memory/search', { query: '备份数据库', top_k: 5 })).toEqual({
      status: 200,
      body: { success: true, results: [{ ...stored, score: expect.any(Number) }] },
    });
    expect(await get(`/memory/${id}`)).toEqual({
      status: 200,
      body: { success: true, memory: stored },
    });
    expect(await get('/health', {})).toEqual({
      status: 200,
      body: { status: 'ok', memories: 1 },
    });
    expect(await ask(server.url, 'DELETE', `/memory/${id}`, BEARER)).toEqual({
      status: 200,
      body: { success: true, id },
    });
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await ask(server.url, method, `/memory/${id}`, BEARER)).status).toBe(404);
    }
  });

  it('stores 100 concurrent additions with 10 keys as 10 memories, and knows them after a restart', async () => {
    const database = file('restart.db');
    const first = await startOpenMemory({ database, apiKey: KEY });
    const addAll = (url: string) =>
      Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          ask(url, 'POST', '/memory/add', {
            ...BEARER,
            body: { ...memoryOf(`memory ${at % 10}`), idempotency_key: `key-${at % 10}` },
          }),
        ),
      );
    const answers = await addAll(first.url);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const ids = new Set(answers.map(idIn));
    expect(ids).toHaveLength(10);
    const repeated = answers.filter(({ body }) => 'deduplicated' in (body as object));
    expect(repeated).toHaveLength(90);
    await first.close();

    const { server, get } = await start({ database });
    expect((await get('/health')).body).toEqual({ status: 'ok', memories: 10 });
    expect(new Set((await addAll(server.url)).map(idIn))).toEqual(ids);
    expect((await get('/health')).body).toEqual({ status: 'ok', memories: 10 });
  });

  it.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer wrong'],
    [`Bearer ${KEY}x`],
    [`Bearer ${KEY} x`],
    [`Basic ${KEY}`],
    [KEY],
  ])('refuses the key %j', async (authorization) => {
    const { server, post, get } = await start();
    const header = authorization === undefined ? {} : { authorization };
    const refused = { status: 401, body: { error: 'The key is missing or wrong' } };
    expect(await post('/memory/add', memoryOf('x'), header)).toEqual(refused);
    expect(await post('/memory/search', { query: 'x', top_k: 1 }, header)).toEqual(refused);
    expect(await get('/memory/1', header)).toEqual(refused);
    expect(await ask(server.url, 'DELETE', '/memory/1', header)).toEqual(refused);
    expect((await get('/health', header)).body).toEqual({ status: 'ok', memories: 0 });
  });

  it('takes anybody where it has no key, and another key when that is changed', async () => {
    const open = keep(await startOpenMemory({ database: ':memory:' }));
    expect((await ask(open.url, 'POST', '/memory/add', { body: memoryOf('x') })).status).toBe(200);
    const { server, get } = await start();
    server.setApiKey('another');
    expect((await get('/memory/1')).status).toBe(401);
    expect((await get('/memory/1', { authorization: 'bearer another' })).status).toBe(404);
  });

  const good = memoryOf('x');
  it.each<[string, AskOptions, string]>([
    ['/memory/add', { raw: '{"content":' }, 'The body is not JSON'],
    ['/memory/add', { raw: '' }, 'The body is not JSON'],
    ['/memory/add', { raw: Buffer.from([0x22, 0xff, 0x22]) }, 'The body is not JSON'],
    ['/memory/add', { body: [] }, 'body: '],
    ['/memory/add', { body: null }, 'body: '],
    ['/memory/add', { body: { ...good, content: undefined } }, 'content: '],
    ['/memory/add', { body: { ...good, content: 5 } }, 'content: '],
    ['/memory/add', { body: { ...good, content: ' ' } }, 'content: must not be empty'],
    ['/memory/add', { body: { ...good, content: 'a\0b' } }, 'content: must not contain NUL'],
    ['/memory/add', { body: { ...good, user_id: '' } }, 'user_id: must not be empty'],
    ['/memory/add', { body: { ...good, space: 'x'.repeat(501) } }, 'space: '],
    ['/memory/add', { body: { ...good, kind: null } }, 'kind: '],
    ['/memory/add', { body: { ...good, metadata: [] } }, 'metadata: must be a JSON object'],
    ['/memory/add', { body: { ...good, idempotency_key: 1 } }, 'idempotency_key: '],
    ['/memory/search', { body: { top_k: 1 } }, 'query: '],
    ['/memory/search', { body: { query: 'x' } }, 'top_k: '],
    ['/memory/search', { body: { query: 'x', top_k: 0 } }, 'top_k: '],
    ['/memory/search', { body: { query: 'x', top_k: 101 } }, 'top_k: '],
    ['/memory/search', { body: { query: 'x', top_k: 1.5 } }, 'top_k: '],
  ])('refuses to %s %j', async (path, sent, error) => {
    const { server, get } = await start();
    const reply = await ask(server.url, 'POST', path, { ...BEARER, ...sent });
    expect(reply.status).toBe(400);
    expect((reply.body as { error: string }).error).toContain(error);
    expect((await get('/health')).body).toEqual({ status: 'ok', memories: 0 });
  });

  it('refuses metadata that is nested too deeply to be written again', async () => {
    const { server, get } = await start();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const raw = `{"content":"x","user_id":"a","space":"s","metadata":{"deep":${deep}}}`;
    const reply = await ask(server.url, 'POST', '/memory/add', { ...BEARER, raw });
    expect(reply.status).toBe(400);
    expect((await get('/health')).status).toBe(200);
  });

  it('gives half of a character as a whole one', async () => {
    const { server, get } = await start();
    const raw = '{"content":"cut \\ud83d","user_id":"a","space":"s"}';
    const id = idIn(await ask(server.url, 'POST', '/memory/add', { ...BEARER, raw }));
    expect((await get(`/memory/${id}`)).body).toMatchObject({ memory: { content: 'cut \ufffd' } });
  });

  it('refuses what is too large, by its bytes', async () => {
    const { post, get } = await start({ maxContentBytes: 9 });
    expect((await post('/memory/add', memoryOf('数据库'))).status).toBe(200);
    expect(await post('/memory/add', memoryOf('数据库!'))).toEqual({
      status: 413,
      body: { error: 'The content is larger than 9 bytes' },
    });
    expect((await post('/memory/add', memoryOf('x'.repeat(2_000_000)))).status).toBe(413);
    expect((await get('/health')).body).toEqual({ status: 'ok', memories: 1 });
    const usual = await start();
    expect((await usual.post('/memory/add', memoryOf('x'.repeat(100_000)))).status).toBe(200);
    expect((await usual.post('/memory/add', memoryOf('x'.repeat(100_001)))).status).toBe(413);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/memory/'],
    ['GET', '/memory/a/b'],
    ['GET', '/memory/%'],
    ['GET', '/memory/../health'],
    ['PUT', '/memory/1'],
    ['POST', '/health'],
    ['POST', '/memory/other'],
  ] as const)('has nothing at %s %s', async (method, path) => {
    const { server } = await start();
    const port = Number(new URL(server.url).port);
    const socket = connect(port, '127.0.0.1');
    const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${KEY}`];
    socket.write(`${[...lines, 'Content-Length: 0', 'Connection: close'].join('\r\n')}\r\n\r\n`);
    let reply = '';
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
    await once(socket, 'close');
    expect(reply).toMatch(/^HTTP\/1\.1 404 /);
    expect(reply).toMatch(/\{"error":"Unknown (?:resource|memory)"\}$/);
  });

  it('goes on whatever is sent', async () => {
    const { server, get } = await start();
    const port = Number(new URL(server.url).port);
    const head = fc.constantFrom(
      '',
      `POST /memory/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: 50\r\n\r\n`,
      `POST /memory/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    await fc.assert(
      fc.asyncProperty(head, fc.uint8Array({ maxLength: 200 }), async (before, bytes) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.resume();
        const closed = once(socket, 'close');
        socket.end(Buffer.concat([Buffer.from(before), bytes]));
        await closed;
      }),
      { numRuns: 60 },
    );
    expect((await get('/health')).status).toBe(200);
  });

  it('leaves nothing open when its port is taken', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const database = file('taken.db');
    await expect(startOpenMemory({ database, port })).rejects.toThrow('EADDRINUSE');
    busy.close();
    await once(busy, 'close');
    expect(keep(await startOpenMemory({ database, port })).url).toBe(`http://127.0.0.1:${port}`);
  });
});
