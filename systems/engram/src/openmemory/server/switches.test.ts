import { ask, closing, temporaryFolder } from '@errata/testing';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../archive/open-archive.js';
import { memoryOf } from '../testing/memories.js';
import { startOpenMemory } from './start-open-memory.js';

const keep = closing();
const file = temporaryFolder();

async function start() {
  const server = keep(await startOpenMemory({ database: ':memory:' }));
  const add = (content: string) =>
    ask(server.url, 'POST', '/memory/add', { body: memoryOf(content) });
  const count = async () =>
    ((await ask(server.url, 'GET', '/health')).body as { memories: number }).memories;
  return { server, add, count };
}

describe('the switches of the memory service', () => {
  it('stop it and start it again on the same port with what it knew', async () => {
    const { server, add, count } = await start();
    await add('kept');
    const { url } = server;
    await server.stop();
    await server.stop();
    await expect(count()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.start();
    await server.start();
    expect(server.url).toBe(url);
    expect(await count()).toBe(1);
  });

  it('make it slow: what is asked is done at once, only the answer waits', async () => {
    const database = file('slow.db');
    const server = keep(await startOpenMemory({ database }));
    const archive = keep(await openArchive({ database, now: Date.now }));
    server.setDelay(3_600_000);
    const gone = new AbortController();
    const add = (content: string, signal?: AbortSignal) =>
      request(`${server.url}/memory/add`, {
        method: 'POST',
        body: JSON.stringify(memoryOf(content)),
        ...(signal !== undefined && { signal }),
      }).catch((error: unknown) => error);
    const given = add('given up', gone.signal);
    const waiting = add('waits');
    await expect.poll(() => archive.count(), { timeout: 300_000 }).toBe(2);
    expect(server.requests).toEqual([]);
    gone.abort();
    expect(await given).toMatchObject({ name: 'AbortError' });
    await server.stop();
    expect(await waiting).toMatchObject({ code: 'UND_ERR_SOCKET' });
    const unanswered = { method: 'POST', path: '/memory/add', status: 0 };
    await expect
      .poll(() => server.requests, { timeout: 300_000 })
      .toEqual([unanswered, unanswered]);
    server.setDelay(0);
    await server.start();
    expect((await ask(server.url, 'GET', '/health')).body).toEqual({ status: 'ok', memories: 2 });
  });

  it('make it fail at everything without doing anything', async () => {
    const { server, add, count } = await start();
    for (const status of [401, 500, 503]) {
      server.failWith(status);
      expect(await add('x')).toMatchObject({ status, body: { error: expect.any(String) } });
    }
    server.failWith(undefined);
    expect(await count()).toBe(0);
  });

  it('make it answer nonsense: a text after doing what is asked, a failure without', async () => {
    const { server, add, count } = await start();
    server.answerNonsense('text');
    await expect(add('x')).rejects.toThrow(SyntaxError);
    server.answerNonsense('failure');
    expect(await add('y')).toEqual({ status: 200, body: { success: false } });
    server.answerNonsense(undefined);
    expect(await count()).toBe(1);
  });

  it('make it cut its answers after doing what is asked', async () => {
    const { server, add, count } = await start();
    server.cutBodies(true);
    await expect(add('x')).rejects.toMatchObject({ code: expect.stringMatching(/^UND_ERR_/) });
    server.cutBodies(false);
    expect(await count()).toBe(1);
    expect(server.requests).toEqual([
      { method: 'POST', path: '/memory/add', status: 0 },
      { method: 'GET', path: '/health', status: 200 },
    ]);
  });

  it('fill its disk: additions get 503 until there is room again, searches go on', async () => {
    const { server, add, count } = await start();
    await add('before');
    await server.fill();
    expect(await add('x')).toEqual({
      status: 503,
      body: { error: 'There is no room to store anything' },
    });
    const found = await ask(server.url, 'POST', '/memory/search', {
      body: { query: 'before', top_k: 1 },
    });
    expect(found).toMatchObject({ status: 200, body: { results: [{ content: 'before' }] } });
    await server.unfill();
    expect((await add('x')).status).toBe(200);
    expect(await count()).toBe(2);
  });

  it('may be closed while it works, and twice', async () => {
    const { server, add } = await start();
    const late = Array.from({ length: 20 }, (_, at) =>
      add(`${at}`).then(
        () => 'answered',
        () => 'broken',
      ),
    );
    await new Promise(setImmediate);
    await server.close();
    await server.close();
    for (const outcome of await Promise.all(late))
      expect(['answered', 'broken']).toContain(outcome);
  });
});
