import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { BOB, ROOT } from '../../src/gate/testing/identities.js';
import {
  openGateway,
  type Answered,
  type GatewayOptions,
} from '../../src/gate/testing/open-gateway.js';
import {
  createOpenMemoryClient,
  detectDialect,
  startOpenMemory,
} from '../../src/openmemory/index.js';
import { PERFORM, SIMULATED, type Simulated } from './published-servers.js';

const keep = closing();
const KEY = 'key-of-openmemory';
const open = async (dialect: Simulated, more: GatewayOptions = {}) => {
  const gateway = keep(await openGateway({ dialect, ...more }));
  await gateway.call('governance_update', { team_write_enabled: true }, ROOT);
  const raw = (method: string, path: string, body?: object) =>
    ask(gateway.openMemory.url, method, path, {
      authorization: `Bearer ${KEY}`,
      ...(body && { body }),
    });
  return { ...gateway, raw };
};
const hits = ({ facts }: Answered) => facts['results'] as readonly Record<string, unknown>[];
const idOf = ({ facts }: Answered) => facts['memory_id'] as string;

describe.each(SIMULATED)('in front of the %s server, the gateway', (dialect) => {
  it('stores, finds and reads, with all that belongs to a memory', async () => {
    const { call } = await open(dialect);
    const given = {
      ...{ content: 'We ship on Friday', metadata: { a: [1] }, target_space: 'team:core' },
      evidence: [{ uri: 'https://example.org/plan' }],
    };
    const memory_id = idOf(await call('memory_store', { ...given, kind: 'DECISION' }));
    const about = { content: given.content, space: 'team:core', user: 'ann', kind: 'DECISION' };
    const found = await call('memory_query', { query: 'ship' }, BOB);
    expect(hits(found)).toMatchObject([{ memory_id, ...about, metadata: { a: [1] } }]);
    const { facts } = await call('memory_get', { memory_id }, BOB);
    expect(facts['memory']).toMatchObject({ memory_id, ...about, metadata: { a: [1] } });
    expect((await call('reliability_report')).facts['openmemory']).toEqual({
      reachable: true,
      dialect: `openmemory-${dialect}`,
    });
  });

  it('keeps the same and a similar text of another space itself; deleting one leaves the other', async () => {
    const { call, logbook } = await open(dialect);
    const first = idOf(await call('memory_store', { content: 'We ship on Friday' }));
    for (const [n, content] of ['We ship on Friday', 'on Friday, we ship!'].entries()) {
      const { facts, line } = await call('memory_store', { content }, BOB);
      const outbox_id = n + 2;
      expect(facts).toMatchObject({ ok: true, action: 'redirect', outbox_id });
      expect(line).toMatch(`kept by the gateway as outbox:${outbox_id}`);
      const { facts: kept } = await call('memory_get', { memory_id: `outbox:${outbox_id}` }, BOB);
      expect(kept).toMatchObject({ found: true, state: 'kept', memory: { content } });
    }
    expect(hits(await call('memory_query', { query: 'ship' }))).toMatchObject([
      { memory_id: first },
    ]);
    const ofBob = async () =>
      hits(await call('memory_query', { query: 'ship' }, BOB)).map(({ content }) => content);
    expect((await ofBob()).sort()).toEqual(['We ship on Friday', 'on Friday, we ship!']);
    if (dialect === 'js') {
      await call('memory_delete', { memory_id: first });
      expect(hits(await call('memory_query', { query: 'ship' }))).toEqual([]);
      expect(await ofBob()).toHaveLength(2);
    }
    await call('memory_delete', { memory_id: 'outbox:2' }, BOB);
    expect(await ofBob()).toEqual(['on Friday, we ship!']);
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 0, kept: 1 });
  });

  it('stores once what was stored and not noted', async () => {
    let dies = true;
    const { call, raw, worker, advance, logbook } = await open(dialect, {
      around: (client) => ({
        add: async (...given) => {
          const added = await client.add(...given);
          if (!dies) return added;
          dies = false;
          throw new Error('the gateway is killed here');
        },
      }),
    });
    await call('memory_store', { content: 'only once' });
    advance(3_600_000);
    expect(await worker.runOnce()).toMatchObject({ sent: 1 });
    expect(await logbook.outbox.stats()).toMatchObject({ sent: 1, kept: 0 });
    const path = dialect === 'js' ? '/memory/query' : '/memory/search';
    const { body } = await raw('POST', path, { query: 'only once' });
    expect(Object.values(body as object).find(Array.isArray)).toHaveLength(1);
    expect(hits(await call('memory_query', { query: 'once' }))).toHaveLength(1);
  });

  it('does not find again what was deleted on its way, although the server has it', async () => {
    let stored: string | undefined;
    const { call, worker, advance } = await open(dialect, {
      around: (client) => ({
        add: async (...given) => {
          stored = (await client.add(...given)).id;
          throw new Error('the answer is lost here');
        },
      }),
    });
    await call('memory_store', { content: 'to be forgotten' });
    const { facts } = await call('memory_delete', { memory_id: 'outbox:1' });
    expect(facts).toMatchObject({ deleted: true });
    expect(hits(await call('memory_query', { query: 'forgotten' }))).toEqual([]);
    const again = await call('memory_get', { memory_id: stored! });
    expect(again.facts).toMatchObject({ found: false });
    advance(86_400_000);
    expect(await worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
  });

  it('lets no memory through that is of another program or another space', async () => {
    const { call, raw } = await open(dialect);
    const memory_id = idOf(await call('memory_store', { content: 'a secret of Ann' }));
    const facts = { space: 'private:bob', user_id: 'bob', created_at: '2026', key: 'forged' };
    await raw('POST', '/memory/add', { content: 'a secret of a stranger' });
    await raw('POST', '/memory/add', {
      content: 'a secret that is forged',
      metadata: { 'dev.errata/engram': { ...facts, space: 'private:ann' } },
    });
    expect(hits(await call('memory_query', { query: 'secret' }, BOB))).toEqual([]);
    const { facts: got } = await call('memory_get', { memory_id }, BOB);
    expect(got).toMatchObject({ found: false });
  });

  it.each([
    ['a wrong key', 401, 'held', false],
    ['a refused tenant', 403, 'held', false],
    ['another program', 404, 'held', false],
    ['a failure', 500, 'queued', true],
    ['a busy server', 503, 'queued', true],
    ['a proxy', 502, 'queued', true],
    ['too many calls', 429, 'queued', true],
  ])(
    'keeps a memory after %s (%i): it is %s and goes out later',
    async (_, status, state, tried) => {
      const { call, openMemory, advance, worker, logbook } = await open(dialect);
      openMemory.failWith(status);
      const { facts, line } = await call('memory_store', { content: 'to be kept' });
      expect(facts).toMatchObject({ ok: true, action: 'redirect', outbox_id: 1 });
      expect(/operator has to act/.test(line)).toBe(!tried);
      const { facts: row } = await call('memory_get', { memory_id: 'outbox:1' });
      expect(row).toMatchObject({ state, next_try_at: expect.any(String) as string });
      for (let day = 0; day < 8; day++) {
        advance(86_400_000);
        if (state === 'held') await worker.runOnce();
      }
      expect(await logbook.outbox.stats()).toMatchObject({ dead: 0 });
      openMemory.failWith(undefined);
      expect((await call('outbox_requeue', {}, ROOT)).facts).toMatchObject({ ok: true });
      expect(await worker.runOnce()).toMatchObject({ sent: 1 });
      const { facts: sent } = await call('memory_get', { memory_id: 'outbox:1' });
      expect(sent).toMatchObject({ state: 'sent', sent_as: expect.any(String) as string });
    },
  );

  it.each([400, 413, 422])('says for good that status %i refuses a memory', async (status) => {
    const { call, openMemory, logbook } = await open(dialect);
    openMemory.failWith(status);
    expect(await faultOf(call('memory_store', { content: 'x' }))).toMatchObject({
      ...{ reason: 'OPENMEMORY_API_ERROR', retryable: false, context: { status } },
    });
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 0, held: 0, dead: 0 });
  });

  it('changes what its server can change, and says what it cannot', async () => {
    const { call, history } = await open(dialect);
    const memory_id = idOf(await call('memory_store', { content: 'old text' }));
    const actionsOf = async (ref: string) => (await history(ref)).map(({ action }) => action);
    const calls = [
      ['memory_update', { memory_id, content: 'new text' }, { updated: true }],
      ['memory_reinforce', { memory_id }, { reinforced: true }],
      ['memory_delete', { memory_id }, { deleted: true }],
    ] as const;
    for (const [tool, args, result] of calls) {
      // To Bob, it does not exist.
      const none = Object.fromEntries(Object.keys(result).map((member) => [member, false]));
      expect((await call(tool, args, BOB)).facts).toMatchObject(none);
      if (dialect === 'js') {
        const { facts, ref } = await call(tool, args);
        expect(facts).toMatchObject(result);
        expect(await actionsOf(ref)).toEqual(['allow', 'done']);
      } else {
        const fault = await faultOf(call(tool, args));
        expect(fault).toMatchObject({
          ...{ reason: 'TOOL_EXECUTOR_NOT_REGISTERED', effect: 'none', retryable: false },
          details: `openmemory-py has no call for ${tool}`,
          suggestion: 'Do not call it again: this OpenMemory cannot do it',
        });
        expect(await actionsOf(fault.ref)).toEqual(['failed']);
      }
      const text = tool === 'memory_update' && dialect === 'js' ? 'new text' : 'old text';
      const { facts } = await call('memory_list');
      if (tool === 'memory_update') expect(facts['memories']).toMatchObject([{ content: text }]);
    }
  });
});

describe('the JavaScript server', () => {
  it('shortens long texts, and takes a deleted one again', async () => {
    const { raw } = await open('js');
    const add = async (content: string) =>
      (await raw('POST', '/memory/add', { content })).body as { id: string; deduplicated?: true };
    const sentences = Array.from({ length: 9 }, (_, n) => `Sentence ${n} says very little here.`);
    const { id } = await add(sentences.join(' '));
    const { body } = await raw('GET', `/memory/${id}`);
    expect(body).toMatchObject({ content: sentences.slice(0, 5).join(' ') });
    expect(await add(sentences.reverse().join(' '))).toMatchObject({ id, deduplicated: true });
    await raw('DELETE', `/memory/${id}`);
    expect(await add(sentences.join(' '))).not.toHaveProperty('deduplicated');
  });

  it('whose text is short is not believed: the gateway shows the whole', async () => {
    const { call } = await open('js');
    const content = `${'long '.repeat(50)}sentence`;
    const memory_id = idOf(await call('memory_store', { content }));
    expect((await call('memory_get', { memory_id })).facts['memory']).toMatchObject({ content });
    expect(hits(await call('memory_query', { query: 'sentence' }))).toMatchObject([{ content }]);
  });

  it('without a key of its own holds everything until an operator acts', async () => {
    const { call, openMemory } = await open('js');
    openMemory.setApiKey(undefined);
    const { line } = await call('memory_store', { content: 'x' });
    expect(line).toMatch('an operator has to act');
  });

  it('says when it takes the next call, and no try is lost until then', async () => {
    const { call, logbook } = await open('js', {
      around: () => ({
        add: async (...given) => {
          const url = await listen((_, response) => {
            response.writeHead(429, { 'x-ratelimit-reset': '1' });
            response.end('{"error":"rate_limit_exceeded","retry_after":17}');
          });
          const limited = createOpenMemoryClient({ url, dialect: 'openmemory-js' });
          return limited.add(...given).finally(() => void limited.close());
        },
      }),
    });
    await call('memory_store', { content: 'x' });
    const row = await logbook.outbox.find(1);
    expect(row).toMatchObject({ attempts: 0, next_attempt_at: '2026-01-01T00:00:17.000Z' });
  });

  it('is asked with the key of the space, where there is one', async () => {
    const seen: unknown[] = [];
    const url = await listen((request, response) => {
      seen.push(request.headers['x-api-key']);
      response.end('{"query":"","matches":[]}');
    });
    const keys = new Map([['team:a', 'key-a']]);
    const client = createOpenMemoryClient({ url, dialect: 'openmemory-js', apiKey: KEY, keys });
    keep(client);
    await client.search({ query: 'x', spaces: ['team:a', 'team:b', 'team:c'], top_k: 1 });
    expect(seen.sort()).toEqual(['key-a', KEY]);
  });
});

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer!).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  keep({ close: () => new Promise<void>((resolve) => void server.close(() => resolve())) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a failure of the server', () => {
  it.each([
    ['openmemory-js', 500, '{"err":"canary"}'],
    ['openmemory-js', 500, '{"error":"query_failed","message":"canary"}'],
    ['openmemory-py', 500, '{"detail":"canary"}'],
    ['openmemory-py', 500, 'canary: Internal Server Error'],
    ['openmemory-js', 502, '<html><h1>canary: Bad Gateway</h1></html>'],
  ] as const)('of %s is retryable, and its text is not passed on: %i %s', async (...row) => {
    const [dialect, status, body] = row;
    const url = await listen((_, response) => response.writeHead(status).end(body));
    const client = keep(createOpenMemoryClient({ url, dialect, retries: { attempts: 1 } }));
    const memory = { content: 'x', user_id: 'ann', space: 'private:ann' };
    const query = { query: 'x', spaces: ['private:ann'], top_k: 1 };
    for (const call of [client.add(memory, 'key'), client.search(query)]) {
      const fault = await faultOf(call);
      expect(fault).toMatchObject({
        ...{ reason: 'OPENMEMORY_API_ERROR', retryable: true, context: { status } },
      });
      expect(fault.message).not.toContain('canary');
    }
  });
});

describe('an OpenMemory that lies', () => {
  const send = (response: ServerResponse, body: object) => void response.end(JSON.stringify(body));
  /** Answers by method and path; `:id` is the rest of the path. */
  const lie = (answers: Record<string, (body: Record<string, unknown>, id: string) => object>) =>
    listen(async (request, response) => {
      const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
      const route = `${request.method} ${request.url}`.replace(/(?<=^\w+ \/memory\/)id-.*/, ':id');
      const body = JSON.parse(text || '{}') as Record<string, unknown>;
      const answer = answers[route]?.(body, request.url!.slice('/memory/'.length));
      if (answer === undefined) response.writeHead(404).end('{"err":"nf"}');
      else send(response, answer);
    });
  const through = async (answers: Parameters<typeof lie>[0]) => {
    const url = await lie(answers);
    return open('js', {
      around: () => keep(createOpenMemoryClient({ url, dialect: 'openmemory-js' })),
    });
  };
  const ADDED = { id: 'id-1', primary_sector: 'semantic' };
  const match = (id: unknown, score: unknown = 1) => ({ id, score, content: 'x' });

  it.each([
    ['under the id of another memory', ADDED],
    ['and says in odd words that it was there', { ...ADDED, id: 'id-2', deduplicated: 'yes' }],
  ])('stores nothing %s: the gateway keeps the memory', async (_, second) => {
    const answers = [ADDED, second];
    const { call } = await through({ 'POST /memory/add': () => answers.shift()! });
    const first = await call('memory_store', { content: 'of Ann' });
    expect(first.facts).toMatchObject({ memory_id: 'id-1' });
    const { facts } = await call('memory_store', { content: 'of Bob' }, BOB);
    expect(facts).toMatchObject({ action: 'redirect', outbox_id: 2 });
    const kept = await call('memory_get', { memory_id: 'outbox:2' }, BOB);
    expect(kept.facts).toMatchObject({ state: 'kept', memory: { content: 'of Bob' } });
  });

  it('names a similar text although it has this one too: it is sent, not kept', async () => {
    const stored: Record<string, unknown>[] = [];
    let answers = false;
    const { call, advance, worker } = await through({
      'POST /memory/add': (body) => {
        stored.push(body);
        return answers ? { ...ADDED, id: 'id-2', deduplicated: true } : { nothing: 'readable' };
      },
      'POST /memory/query': () => ({ matches: [match('id-2'), match('id-1')] }),
      'GET /memory/:id': (_, id) => ({
        ...{ id, content: 'once' },
        metadata: id === 'id-1' ? stored[0]!['metadata'] : {},
      }),
    });
    await call('memory_store', { content: 'once' });
    answers = true;
    advance(3_600_000);
    expect(await worker.runOnce()).toMatchObject({ sent: 1 });
    const { facts } = await call('memory_get', { memory_id: 'outbox:1' });
    expect(facts).toMatchObject({ state: 'sent', sent_as: 'id-1' });
  });

  it('gives matches that cannot be read, and more than were asked for: the others count', async () => {
    const strange = [match('../x'), match(null), match('id-3', null), null, 'x'];
    const many = Array.from({ length: 50_000 }, (_, n) => match(`id-${n + 10}`, 0.5));
    const { call } = await through({
      'POST /memory/add': () => ADDED,
      'POST /memory/query': () => ({ matches: [...strange, match('id-1'), ...many] }),
    });
    await call('memory_store', { content: 'of Ann' });
    const { facts } = await call('memory_query', { query: 'Ann' });
    expect(facts).toMatchObject({ results: [{ memory_id: 'id-1', content: 'of Ann' }] });
    expect(facts).not.toHaveProperty('degraded');
  });

  it('says another author and text than the logbook: the logbook counts', async () => {
    let metadata: unknown;
    const { call } = await through({
      'POST /memory/add': (body) => ((metadata = body['metadata']), ADDED),
      'GET /memory/:id': (_, id) => {
        const facts = (metadata as Record<string, object>)['dev.errata/engram'];
        const forged = { ...facts, user_id: 'mallory', metadata: { forged: true } };
        return { id, content: 'forged', metadata: { 'dev.errata/engram': forged } };
      },
    });
    await call('memory_store', { content: 'of Ann' });
    const { facts } = await call('memory_get', { memory_id: 'id-1' });
    expect(facts['memory']).toMatchObject({ content: 'of Ann', user: 'ann', metadata: null });
  });

  it.each([
    [{ 'retry-after': new Date(Date.now() + 86_400_000).toUTCString() }, 3_600],
    [{ 'x-ratelimit-reset': '30' }, 60],
    [{ 'x-ratelimit-reset': `${Date.now() + 86_400_000}` }, 3_600],
    [{ 'retry-after': '-5', 'x-ratelimit-reset': 'soon' }, 60],
  ])('says in odd headers when to come back: %j', async (headers, retryAfter) => {
    const url = await listen((_, response) => response.writeHead(429, { ...headers }).end('slow'));
    const client = keep(createOpenMemoryClient({ url, dialect: 'openmemory-js' }));
    const search = client.search({ query: 'x', spaces: ['org'], top_k: 1 });
    expect(await faultOf(search)).toMatchObject({ retryAfter });
  });

  it('sends a health without end: the start is refused', async () => {
    const url = await listen((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await expect(detectDialect({ url })).rejects.toThrow('there is no known OpenMemory');
  });
});

describe('which OpenMemory is at an address', () => {
  it.each([...SIMULATED, undefined])('is found out by its health: %s', async (simulated) => {
    const perform = simulated && { perform: PERFORM[simulated] };
    const server = keep(await startOpenMemory({ database: ':memory:', apiKey: KEY, ...perform }));
    const dialect = simulated === undefined ? 'embedded' : `openmemory-${simulated}`;
    expect(await detectDialect({ url: server.url, apiKey: KEY })).toEqual({ dialect });
    if (simulated === 'py') return;
    const { warning } = await detectDialect({ url: server.url, apiKey: 'wrong' });
    expect(warning).toMatch(/harmless call with HTTP 40[13]: check its key/);
  });

  it('is refused in one sentence if it is another program, or another than was said', async () => {
    const url = await listen((_, response) => response.end('<html>It works!</html>'));
    await expect(detectDialect({ url })).rejects.toThrow(
      `at ${url} there is no known OpenMemory (GET /health: 200 <html>It works!</html>), and the gateway needs one of openmemory-js, openmemory-py, embedded`,
    );
    const server = keep(await startOpenMemory({ database: ':memory:', perform: PERFORM.py }));
    await expect(detectDialect({ url: server.url, wanted: 'openmemory-js' })).rejects.toThrow(
      `at ${server.url} there is openmemory-py, and the gateway needs openmemory-js`,
    );
  });

  it('is what it was, or what the operator says, while it does not answer', async () => {
    const server = await startOpenMemory({ database: ':memory:' });
    const { url } = server;
    await server.close();
    await expect(detectDialect({ url })).rejects.toThrow('does not answer (ECONNREFUSED)');
    const remembered = await detectDialect({ url, remembered: 'openmemory-py' });
    expect(remembered).toMatchObject({ dialect: 'openmemory-py' });
    const wanted = await detectDialect({ url, wanted: 'openmemory-js', remembered: 'embedded' });
    expect(wanted).toMatchObject({ dialect: 'openmemory-js' });
  });
});
