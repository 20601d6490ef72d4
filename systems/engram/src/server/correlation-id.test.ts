import type { Answer } from '@errata/prove';
import { openStore } from '@errata/store';
import { closing, eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS, type LogbookDatabase } from '../logbook/schema.js';
import { startOpenMemory } from '../openmemory/index.js';
import { errorOf, resultOf } from './testing/answers.js';
import { FAILING_CALLS, type FailingCall, type FailingCallName } from './testing/failing-calls.js';
import { startGateway, TOKENS, type GatewayOptions } from './testing/start-gateway.js';
import { startOnStdio } from './testing/start-on-stdio.js';
import { RESULT_CALLS, type ResultCallName } from './testing/result-calls.js';

const close = closing();
const start = async (options?: GatewayOptions) => close(await startGateway(options));
const ID = /^corr-[0-9a-f]{16}$/;
const FORGED = 'corr-ffffffffffffffff';

async function fail(name: FailingCallName) {
  const { options, provoke }: FailingCall = FAILING_CALLS[name];
  const gateway = await start(options);
  return { gateway, answer: await provoke(gateway) };
}

describe('TestCorrelationIdTracking', () => {
  it.each([
    ['the private space of another', ['reject']],
    ['governance without a right to it', ['reject']],
    ['an actor whom nobody knows', ['reject']],
    ['OpenMemory stopped', ['failed']],
    ['OpenMemory out of order', ['failed']],
    ['a memory that OpenMemory finds too large', ['allow', 'failed']],
    ['a module that is off', ['failed']],
    ['a broken policy', ['failed']],
    ['a number in a row that nobody can read', ['failed']],
  ] as const)(
    'an error has one id in reply, header, audit and record: %s',
    async (name, actions) => {
      const { gateway, answer } = await fail(name);
      const { data } = errorOf(answer);
      expect(data.correlation_id).toMatch(ID);
      expect(answer.headers?.get('x-correlation-id')).toBe(data.correlation_id);
      const rows = await gateway.history(data.correlation_id);
      expect(rows.map(({ action }) => action)).toEqual(actions);
      expect(gateway.records).toMatchObject([
        { ref: data.correlation_id, mcp_error_code: data.reason },
      ]);
    },
  );

  it.each([
    'half a JSON text',
    'no method',
    'a call without a name',
    'a missing argument',
    'a tool that there is not',
    'a wrong token',
    'a table of the Logbook gone',
  ] as const)('one that is not audited has it in the others: %s', async (name) => {
    const { gateway, answer } = await fail(name);
    const { data } = errorOf(answer);
    expect(data.correlation_id).toMatch(ID);
    expect(answer.headers?.get('x-correlation-id')).toBe(data.correlation_id);
    expect(gateway.records).toMatchObject([
      { ref: data.correlation_id, mcp_error_code: data.reason },
    ]);
  });

  it('an unknown method has one id as well', async () => {
    const { gateway, answer } = await fail('a method that there is not');
    const { data } = errorOf(answer);
    expect(gateway.records).toMatchObject([{ ref: data.correlation_id }]);
    expect(answer.headers?.get('x-correlation-id')).toBe(data.correlation_id);
  });

  it.each([
    ['stored', ['allow', 'done']],
    ['stored elsewhere', ['redirect', 'done']],
    ['kept in the outbox', ['allow', 'deferred']],
    ['rejected by policy', ['reject']],
    ['another admin key', ['reject']],
    ['governance changed', ['allow', 'done']],
    ['uploaded', ['allow', 'done']],
    ['no such memory', ['allow', 'done']],
    ['found without OpenMemory', ['degraded']],
    ['found', []],
    ['reported', []],
  ] as const satisfies [ResultCallName, string[]][])(
    'a result has one id in reply, header, audit and record: %s',
    async (name, actions) => {
      const gateway = await start();
      const answer = await RESULT_CALLS[name](gateway);
      const id = resultOf(answer).structuredContent['correlation_id'] as string;
      expect(id).toMatch(ID);
      expect(answer.headers?.get('x-correlation-id')).toBe(id);
      const rows = await gateway.history(id);
      expect(rows.map(({ action }) => action)).toEqual(actions);
      // A refusal counts as a failure.
      const isRefusal = resultOf(answer).isError ?? false;
      expect(gateway.records.map(({ ref }) => ref)).toEqual(isRefusal ? [id] : []);
    },
  );

  it('an id that a client sends is nobody’s', async () => {
    const gateway = await start();
    const ann = await gateway.connect();
    const headers = { 'x-correlation-id': FORGED, 'x-request-id': FORGED };
    const good = await ann.callTool('memory_store', { content: 'x' }, headers);
    const bad = await ann.callTool('memory_query', {}, headers);
    const sneaky = await ann.callTool('memory_store', { content: 'x', correlation_id: FORGED });
    for (const answer of [good, bad, sneaky]) {
      expect(answer.headers?.get('x-correlation-id')).toMatch(ID);
      expect(answer.headers?.get('x-correlation-id')).not.toBe(FORGED);
      expect(answer.text).not.toContain(FORGED);
    }
    expect(JSON.stringify(gateway.records) + (await gateway.everything())).not.toContain(FORGED);
  });

  it('each request has an id of its own', async () => {
    const ann = await (await start()).connect();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => ann.callTool('memory_query', { query: 'x' })),
    );
    const ids = all.map((answer) => resultOf(answer).structuredContent['correlation_id']);
    expect(new Set(ids).size).toBe(8);
    expect(all.map(({ headers }) => headers?.get('x-correlation-id'))).toEqual(ids);
  });

  it('is in the facts of a failed call on 2026-07-28', async () => {
    const gateway = await start();
    const ann = await gateway.connect(TOKENS.ann, '2026-07-28');
    const answer = await ann.callTool('memory_query', { query: 'x', spaces: ['private:bob'] });
    const { isError, content, _meta } = resultOf(answer);
    expect(isError).toBe(true);
    const { data } = _meta!['dev.errata/fault'] as { data: Record<string, string> };
    expect(data).toMatchObject({ reason: 'POLICY_REJECT', category: 'business' });
    const id = data['correlation_id']!;
    expect(content[0]!.text).toContain(id);
    expect(answer.headers?.get('x-correlation-id')).toBe(id);
    expect(await gateway.history(id)).toMatchObject([{ action: 'reject' }]);
    expect(gateway.records).toMatchObject([{ ref: id }]);
  });
});

describe('TestCorrelationIdTracking, on stdio', () => {
  const file = temporaryFolder();

  const idOf = (answer: Answer) => resultOf(answer).structuredContent['correlation_id'];

  async function openOnStdio(name: string) {
    const openMemory = close(await startOpenMemory({ database: ':memory:' }));
    const url = `sqlite:${file(name)}`;
    const { wire, records } = close(await startOnStdio(url, file('evidence'), openMemory.url));
    const { db } = close(await openStore<LogbookDatabase>({ url, migrations: MIGRATIONS }));
    const history = async (ref: unknown) => {
      const rows = await db.selectFrom('write_audit').selectAll().orderBy('id').execute();
      return rows.filter((row) => row.correlation_id === ref).map(({ action }) => action);
    };
    return { wire, records, history };
  }

  it('an id is the same in reply, audit and record', async () => {
    const { wire, records, history } = await openOnStdio('one.db');
    const good = await wire.callTool('memory_store', { content: 'x' });
    const refused = await wire.callTool('memory_store', { content: ' ' });
    expect(await history(idOf(good))).toEqual(['allow', 'done']);
    expect(await history(idOf(refused))).toEqual(['reject']);

    const rejected = await wire.callTool('memory_query', { query: 'x', spaces: ['private:bob'] });
    const invalid = await wire.callTool('memory_query', {});
    const unknown = await wire.request('tool/list');
    expect(await history(errorOf(rejected).data.correlation_id)).toEqual(['reject']);
    await eventually(() => records().slice(1)).toMatchObject([
      { ref: errorOf(rejected).data.correlation_id, mcp_error_code: 'POLICY_REJECT' },
      { ref: errorOf(invalid).data.correlation_id, mcp_error_code: 'MISSING_REQUIRED_PARAM' },
      { ref: errorOf(unknown).data.correlation_id, mcp_error_code: 'METHOD_NOT_FOUND' },
    ]);
  });

  it('an id is the same in the record of a result that says no', async () => {
    const { wire, records } = await openOnStdio('two.db');
    const refused = await wire.callTool('memory_store', { content: ' ' });
    await expect.poll(() => records().length).toBe(1);
    expect(records()[0]!.ref).toBe(idOf(refused));
  });

  it('the user may act for others, and is an administrator', async () => {
    const { wire } = await openOnStdio('three.db');
    const own = await wire.callTool('memory_store', { content: 'x' });
    expect(resultOf(own).structuredContent).toMatchObject({ space: 'private:ann' });
    const change = await wire.callTool('governance_update', { team_write_enabled: true });
    expect(resultOf(change).structuredContent).toMatchObject({ ok: true });
    const other = await wire.callTool('memory_store', { content: 'x', actor: 'eve' });
    expect(resultOf(other).structuredContent).toMatchObject({ rule: 'actor_unknown_degraded' });
    await wire.close();
    expect(await wire.ended).toBe(0);
  });
});
