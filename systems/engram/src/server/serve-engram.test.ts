import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectHttp } from '@errata/prove';
import { closing, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../tools/tools.js';
import { serveHttp } from './serve-engram.js';
import { errorOf, resultOf } from './testing/answers.js';
import { ADMIN_KEY, startGateway, TOKENS, type GatewayOptions } from './testing/start-gateway.js';

const close = closing();
const start = async (options?: GatewayOptions) => close(await startGateway(options));
const file = temporaryFolder();

describe('a gateway with default options', () => {
  const http = { trustEverybody: true };
  const open = async (home: string) => {
    const serving = close(await serveHttp({ env: { HOME: home }, members: ['ann'], http }));
    const wire = close(await connectHttp({ url: serving.url, era: '2025-11-25' }));
    return { serving, wire };
  };

  it('works alone, and remembers after it was closed', async () => {
    const home = file('home');
    const first = await open(home);
    const given = { content: 'outlives', actor: 'ann' };
    const stored = await first.wire.callTool('memory_store', given);
    expect(resultOf(stored).structuredContent).toMatchObject({ ok: true, space: 'private:ann' });
    await first.wire.close();
    await first.serving.close();

    const { wire } = await open(home);
    const found = await wire.callTool('memory_query', { query: 'outlives', actor: 'ann' });
    expect(resultOf(found).structuredContent).toMatchObject({ results: [{ content: 'outlives' }] });
    expect(resultOf(found).structuredContent).not.toHaveProperty('degraded');
  });

  it('keeps its files from others', async () => {
    const home = file('kept');
    await open(home);
    const state = join(home, '.local', 'state', 'errata', 'engram');
    expect(statSync(join(state, 'evidence')).mode & 0o077).toBe(0);
    expect(statSync(state).mode & 0o077).toBe(0);
  });
});

describe('settings that make no sense', () => {
  it.each([
    ['a language', { lang: 'de' }, { trustEverybody: true }],
    ['tokens', {}, {}],
    ['a URL', { openMemory: 'nowhere' }, { trustEverybody: true }],
  ])('leave no files behind: %s', async (what, options, http) => {
    const home = file(`nothing of ${what}`);
    await expect(serveHttp({ ...(options as object), env: { HOME: home }, http })).rejects.toThrow(
      TypeError,
    );
    expect(existsSync(home)).toBe(false);
  });

  it('give the port back where it was not the settings', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    const env = { HOME: file('port') };
    await expect(serveHttp({ env, http: { trustEverybody: true, port } })).rejects.toThrow(
      /EADDRINUSE/,
    );
  });
});

describe('the tools that are listed', () => {
  it('are all eight, with what they take, give and do, also where a module is off', async () => {
    const ann = await (await start({ without: ['evidence'] })).connect();
    const { message } = await ann.request('tools/list');
    const { tools } = (message as { result: { tools: Listed[] } }).result;
    interface Listed {
      readonly name: string;
      readonly inputSchema: { readonly type: string; readonly additionalProperties: boolean };
      readonly outputSchema: { readonly required: string[]; readonly properties: object };
      readonly annotations: object;
    }
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema.required).toEqual(['ok', 'correlation_id']);
    }
    const hints = (wanted: string) => tools.find(({ name }) => name === wanted)!.annotations;
    expect(hints('memory_query')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints('memory_store')).toMatchObject({ readOnlyHint: false, idempotentHint: false });
    expect(hints('memory_delete')).toMatchObject({ destructiveHint: true, idempotentHint: true });
  });
});

describe('the health of a gateway', () => {
  const openmemory = 'embedded';
  const health = async (url: string) => {
    const response = await fetch(new URL('/health', url), { headers: { connection: 'close' } });
    return [response.status, await response.json()] as const;
  };

  it('is good, degraded without OpenMemory, and bad without the Logbook', async () => {
    const gateway = await start();
    expect(await health(gateway.url)).toEqual([200, { ok: true, degraded: false, openmemory }]);
    await gateway.openMemory.stop();
    expect(await health(gateway.url)).toEqual([200, { ok: true, degraded: true, openmemory }]);
    await gateway.openMemory.start();
    rmSync(gateway.evidenceFolder, { recursive: true });
    expect(await health(gateway.url)).toEqual([503, { ok: false, degraded: false, openmemory }]);
  });

  it('is bad where a table is gone', async () => {
    const gateway = await start();
    await gateway.db.schema.dropTable('outbox_memory').execute();
    expect(await health(gateway.url)).toEqual([503, { ok: false, degraded: false, openmemory }]);
  });
});

describe('the admin key', () => {
  it('is in no reply, no table and no record', async () => {
    const gateway = await start();
    const [ann, everybody] = [await gateway.connect(), await gateway.connect(TOKENS.everybody)];
    const wrong = 'canary-of-a-wrong-key';
    const answers = [];
    for (const [wire, who] of [
      [ann, {}],
      [everybody, { actor: 'bob' }],
    ] as const) {
      const on = { ...who, team_write_enabled: true };
      for (const admin_key of [ADMIN_KEY, wrong]) {
        answers.push(await wire.callTool('governance_update', { ...on, admin_key }));
        answers.push(await wire.callTool('governance_update', { ...who, admin_key }));
        answers.push(await wire.callTool('governance_update', { ...on, admin_key: [admin_key] }));
        answers.push(await wire.callTool('memory_query', { ...who, query: 'x', admin_key }));
      }
    }
    expect(answers.filter(({ message }) => 'error' in (message as object))).toHaveLength(12);
    const texts = answers.map(({ text }) => text).join('\n');
    const all = texts + JSON.stringify(gateway.records) + (await gateway.everything());
    expect(all).not.toContain(ADMIN_KEY);
    expect(all).not.toContain(wrong);
  });
});

describe('a failed call as a host wants it', () => {
  it('is a result in every era with that option', async () => {
    const ann = await (await start({ toolFailures: 'result' })).connect();
    const answer = await ann.callTool('memory_query', { query: 'x', spaces: ['private:bob'] });
    expect(resultOf(answer)).toMatchObject({ isError: true });
    expect(resultOf(answer).content[0]!.text).toMatch(/^POLICY_REJECT: /);
  });

  it('is an error up to 2025-11-25 by default', async () => {
    const gateway = await start();
    for (const era of ['2025-03-26', '2025-06-18', '2025-11-25'] as const) {
      const ann = await gateway.connect(TOKENS.ann, era);
      const answer = await ann.callTool('memory_query', { query: 'x', spaces: ['private:bob'] });
      expect(errorOf(answer)).toMatchObject({ code: -32002, data: { reason: 'POLICY_REJECT' } });
    }
  });
});
