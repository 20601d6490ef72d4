import { answering, closing, expectNoSecret, faultOf, startRaw } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { startOpenMemory, type OpenMemoryOptions } from '../server/start-open-memory.js';
import { memoryOf } from '../testing/memories.js';
import {
  createOpenMemoryClient,
  type OpenMemoryClientOptions,
} from './create-open-memory-client.js';
import { isPaused } from './judge.js';

const keep = closing();
const KEY = 'om-secret-key';
const QUICK = { retries: { firstPause: 1 } };

function clientOf(url: string, options: Partial<OpenMemoryClientOptions> = {}) {
  return keep(createOpenMemoryClient({ url, apiKey: KEY, ...QUICK, ...options }));
}

async function start(
  options: Partial<OpenMemoryClientOptions> = {},
  served: Partial<OpenMemoryOptions> = {},
) {
  const server = keep(await startOpenMemory({ database: ':memory:', apiKey: KEY, ...served }));
  return { server, client: clientOf(server.url, options) };
}

const search = { query: 'text', spaces: ['private:alice'], top_k: 5 };

describe('the client', () => {
  it('adds, finds, gets and removes', async () => {
    const { client } = await start({}, { now: () => 0 });
    const memory = memoryOf('部署流程 text', { kind: 'DECISION', metadata: { a: [1] } });
    const { id } = await client.add(memory, 'key-1');
    expect(await client.add(memory, 'key-1')).toEqual({ id, deduplicated: true });
    const stored = { ...memory, id, created_at: '1970-01-01T00:00:00.000Z' };
    expect(await client.get(id)).toEqual({ memory: stored });
    const score: unknown = expect.any(Number);
    expect(await client.search(search)).toEqual([{ id, memory: stored, score }]);
    expect(await client.search({ ...search, spaces: ['team:x'] })).toEqual([]);
    expect(await client.health()).toEqual({ status: 'ok', memories: 1 });
    expect(await client.remove(id)).toBe(true);
    expect(await client.remove(id)).toBe(false);
    expect(await client.get(id)).toBeUndefined();
  });

  it.each(['', '.', '..', '../health', 'a/b', 'a?b', '%2e%2e', 'x'.repeat(201), 'a b', '库'])(
    'knows without asking that there is no memory %j',
    async (id) => {
      const { server, client } = await start();
      expect(await client.get(id)).toBeUndefined();
      expect(await client.remove(id)).toBe(false);
      expect(server.requests).toEqual([]);
    },
  );

  it('keeps its connections for the next calls', async () => {
    const raw = keep(await startRaw(answering('200 OK', '{"status":"ok","memories":3}')));
    const client = clientOf(`${raw.url}/`);
    for (let at = 0; at < 20; at++) await client.health();
    // One is not free again in the moment in which its answer ends.
    expect(raw.connections()).toBeLessThanOrEqual(2);
  });

  it('works below a path', async () => {
    const raw = keep(
      await startRaw((socket) =>
        socket.once('data', (head: Buffer) => {
          const ok = head.toString().startsWith('GET /api/v1/health HTTP/1.1');
          answering(ok ? '200 OK' : '404 Not Found', '{"status":"ok","memories":0}')(socket);
          socket.emit('data', head);
        }),
      ),
    );
    expect(await clientOf(`${raw.url}/api/v1/`).health()).toEqual({ status: 'ok', memories: 0 });
  });

  it.each(['127.0.0.1:80', 'ftp://host', 'http://user:hidden@host', ''])(
    'refuses the url %j without repeating it',
    (url) => {
      const make = () => createOpenMemoryClient({ url });
      expect(make).toThrow(TypeError);
      expect(make).not.toThrow(/hidden/);
    },
  );

  it('refuses a key that no header can carry without repeating it', () => {
    const make = () => createOpenMemoryClient({ url: 'http://host', apiKey: 'hidden\nkey' });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/hidden/);
  });
});

describe('a failure of OpenMemory', () => {
  it('a refused connection: nothing was done', async () => {
    const { server, client } = await start();
    await server.stop();
    for (const call of [
      () => client.search(search),
      () => client.get('1'),
      () => client.add(memoryOf('x'), 'k'),
      () => client.remove('1'),
    ]) {
      const fault = await faultOf(call());
      expect(fault).toMatchObject({
        reason: 'OPENMEMORY_CONNECTION_FAILED',
        code: -32001,
        context: { service: 'openmemory', error_type: 'ECONNREFUSED' },
        effect: 'none',
        retryable: true,
      });
      expectNoSecret(fault, KEY);
    }
  });

  it.each([
    ['search', 3, 'none'],
    ['get', 3, 'none'],
    ['add', 1, 'unknown'],
    ['remove', 1, 'unknown'],
  ] as const)('a connection that breaks: %s', async (name, attempts, effect) => {
    const raw = keep(
      await startRaw((socket) => void socket.once('data', () => socket.resetAndDestroy())),
    );
    const client = clientOf(raw.url);
    const calls = {
      search: () => client.search(search),
      get: () => client.get('1'),
      add: () => client.add(memoryOf('x'), 'k'),
      remove: () => client.remove('1'),
    };
    expect(await faultOf(calls[name]())).toMatchObject({
      reason: 'OPENMEMORY_CONNECTION_FAILED',
      context: { error_type: 'ECONNRESET' },
      effect,
      retryable: true,
    });
    expect(raw.connections()).toBe(attempts);
  });

  it('an answer that is cut: the addition was made, and its repetition stores nothing more', async () => {
    const { server, client } = await start();
    server.cutBodies(true);
    expect(await faultOf(client.add(memoryOf('x'), 'k'))).toMatchObject({
      reason: 'OPENMEMORY_CONNECTION_FAILED',
      context: { error_type: 'ECONNRESET' },
      effect: 'unknown',
    });
    server.cutBodies(false);
    expect(await client.add(memoryOf('x'), 'k')).toMatchObject({ deduplicated: true });
    expect((await client.health()).memories).toBe(1);
  });

  it('no answer in time: an addition may have been made, a read did nothing', async () => {
    const { server, client } = await start({ timeout: 1_000 });
    server.setDelay(3_600_000);
    const late = { reason: 'OPENMEMORY_CONNECTION_FAILED', context: { error_type: 'ETIMEDOUT' } };
    expect(await faultOf(client.add(memoryOf('x'), 'k'))).toMatchObject({
      ...late,
      effect: 'unknown',
    });
    expect(await faultOf(client.search(search))).toMatchObject({ ...late, effect: 'none' });
    server.setDelay(0);
    await expect.poll(() => server.requests.length, { timeout: 300_000 }).toBe(2);
  });

  it.each([400, 401, 403, 413, 429, 302])('status %i is not worth a repetition', async (status) => {
    const { server, client } = await start();
    server.failWith(status);
    for (const call of [() => client.search(search), () => client.add(memoryOf('x'), 'k')]) {
      expect(await faultOf(call())).toMatchObject({
        reason: 'OPENMEMORY_API_ERROR',
        context: { service: 'openmemory', status },
        effect: 'none',
        retryable: false,
      });
    }
    expect(server.requests).toHaveLength(2);
  });

  it.each([500, 502, 503])('status %i may pass by itself', async (status) => {
    const { server, client } = await start();
    server.failWith(status);
    const failed = { reason: 'OPENMEMORY_API_ERROR', context: { status }, retryable: true };
    expect(await faultOf(client.get('1'))).toMatchObject({ ...failed, effect: 'none' });
    expect(server.requests).toHaveLength(3);
    expect(await faultOf(client.add(memoryOf('x'), 'k'))).toMatchObject({
      ...failed,
      effect: 'unknown',
    });
    expect(server.requests).toHaveLength(4);
  });

  it('real causes of refusals: a wrong key, content over the limit, a full disk', async () => {
    const { server, client } = await start({}, { maxContentBytes: 10 });
    const statusOf = async (call: Promise<unknown>) => (await faultOf(call)).context;
    expect(await statusOf(client.add(memoryOf('x'.repeat(11)), 'k'))).toMatchObject({
      status: 413,
    });
    await server.fill();
    expect(await statusOf(client.add(memoryOf('x'), 'k'))).toMatchObject({ status: 503 });
    await server.unfill();
    expect(await client.add(memoryOf('x'), 'k')).toEqual({ id: expect.any(String) });
    server.setApiKey('another');
    const fault = await faultOf(client.search(search));
    expect(fault).toMatchObject({
      context: { status: 401 },
      strategy: 'user_action_required',
      retryable: false,
    });
    expectNoSecret(fault, KEY);
  });

  it('a read succeeds that only failed at first', async () => {
    let made = 0;
    const raw = keep(
      await startRaw((socket) => {
        made++;
        if (made < 3) socket.destroy();
        else answering('200 OK', '{"success":true,"results":[]}')(socket);
      }),
    );
    expect(await clientOf(raw.url).search(search)).toEqual([]);
    expect(made).toBe(3);
  });

  it.each(['text', 'failure'] as const)('nonsense: %s', async (nonsense) => {
    const { server, client } = await start();
    server.answerNonsense(nonsense);
    const failed = {
      reason: 'OPENMEMORY_UNAVAILABLE',
      code: -32001,
      context: { service: 'openmemory' },
      retryable: true,
    };
    expect(await faultOf(client.search(search))).toMatchObject({ ...failed, effect: 'none' });
    expect(await faultOf(client.health())).toMatchObject({ ...failed, effect: 'none' });
    expect(await faultOf(client.add(memoryOf('x'), 'k'))).toMatchObject({
      ...failed,
      effect: 'unknown',
    });
    expect(await faultOf(client.remove('1'))).toMatchObject({ ...failed, effect: 'unknown' });
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ['{"success":true}'],
    ['{"success":true,"id":""}'],
    ['{"success":true,"id":5}'],
    ['{"success":"true","id":"1"}'],
    ['null'],
    [''],
    ['[]'],
    ['{"password":"hunter2"'],
  ])('an addition without an id: %s', async (body) => {
    const raw = keep(await startRaw(answering('200 OK', body)));
    const fault = await faultOf(clientOf(raw.url).add(memoryOf('x'), 'k'));
    expect(fault.reason).toBe('OPENMEMORY_UNAVAILABLE');
    expectNoSecret(fault, 'hunter2');
  });

  it('nothing that its error says is passed on', async () => {
    const raw = keep(await startRaw(answering('500 No', '{"error":"password is hunter2"}')));
    expectNoSecret(await faultOf(clientOf(raw.url).add(memoryOf('x'), 'k')), 'hunter2');
  });

  it('something that does not speak HTTP', async () => {
    const raw = keep(await startRaw((socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
    const fault = await faultOf(clientOf(raw.url).add(memoryOf('x'), 'k'));
    expect(fault.reason).toBe('OPENMEMORY_CONNECTION_FAILED');
  });

  it('something else at its address has no memories to search', async () => {
    const raw = keep(await startRaw(answering('404 Not Found', 'Not Found')));
    const client = clientOf(raw.url);
    for (const call of [
      () => client.search(search),
      () => client.add(memoryOf('x'), 'k'),
      () => client.health(),
    ]) {
      expect(await faultOf(call())).toMatchObject({
        reason: 'OPENMEMORY_API_ERROR',
        context: { status: 404 },
        retryable: false,
      });
    }
  });
});

describe('after five failures in a row', () => {
  it('the breaker stays open for half a minute, then one call tries again', async () => {
    let time = 0;
    const { server, client } = await start({ now: () => time });
    server.failWith(500);
    for (let at = 0; at < 5; at++) {
      expect(isPaused(await faultOf(client.add(memoryOf('x'), 'k')))).toBe(false);
    }
    const seen = server.requests.length;
    const open = {
      reason: 'OPENMEMORY_UNAVAILABLE',
      effect: 'none',
      retryable: true,
      retryAfter: 30,
    };
    expect(await faultOf(client.add(memoryOf('x'), 'k'))).toMatchObject(open);
    const untried = await faultOf(client.search(search));
    expect(untried).toMatchObject(open);
    expect(isPaused(untried)).toBe(true);
    expect(isPaused(untried.cause)).toBe(false);
    expect(server.requests).toHaveLength(seen);

    server.failWith(undefined);
    expect((await client.health()).status).toBe('ok');
    expect((await faultOf(client.get('1'))).reason).toBe('OPENMEMORY_UNAVAILABLE');
    time += 30_000;
    expect(await client.search(search)).toEqual([]);
    expect(await client.add(memoryOf('x'), 'k')).toEqual({ id: expect.any(String) });
  });

  it('refusals are not failures: a server that refuses is running', async () => {
    const { server, client } = await start();
    server.failWith(401);
    for (let at = 0; at < 8; at++) {
      expect((await faultOf(client.add(memoryOf('x'), 'k'))).reason).toBe('OPENMEMORY_API_ERROR');
    }
  });

  it('nonsense and silence count too', async () => {
    const { server, client } = await start({ breaker: { failures: 2 } });
    server.answerNonsense('failure');
    const tried = await faultOf(client.search(search));
    expect(tried.reason).toBe('OPENMEMORY_UNAVAILABLE');
    expect(isPaused(tried)).toBe(false);
    await server.stop();
    expect((await faultOf(client.get('1'))).reason).toBe('OPENMEMORY_CONNECTION_FAILED');
    expect((await faultOf(client.get('1'))).reason).toBe('OPENMEMORY_UNAVAILABLE');
  });
});

describe('a caller who gives up', () => {
  it('gets its own reason, and says nothing of OpenMemory by that', async () => {
    const { server, client } = await start({ breaker: { failures: 1 } });
    server.setDelay(3_600_000);
    const reason = new Error('not needed any more');
    const gone = new AbortController();
    const late = expect(client.search(search, { signal: gone.signal })).rejects.toBe(reason);
    gone.abort(reason);
    await late;
    await expect(client.get('1', { signal: gone.signal })).rejects.toBe(reason);
    server.setDelay(0);
    expect(await client.search(search)).toEqual([]);
  });

  it('by closing the client gets no fault of OpenMemory', async () => {
    const { server, client } = await start();
    server.setDelay(3_600_000);
    const late = expect(client.add(memoryOf('x'), 'k')).rejects.toMatchObject({
      code: 'UND_ERR_DESTROYED',
    });
    await new Promise(setImmediate);
    await client.close();
    await late;
    await expect(client.health()).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  });
});
