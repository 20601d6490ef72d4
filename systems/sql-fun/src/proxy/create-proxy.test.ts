import { FAULT_META_KEY } from '@errata/core/internal';
import { closing, eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { error, result, startFakeDaemon, type Play } from '../../lab/testing/fake-daemon.js';
import { openClient } from '../../lab/testing/open-client.js';
import { INITIALIZE, openProxy } from '../../lab/testing/open-proxy.js';

const path = temporaryFolder();
const opened = closing();
let folders = 0;

const ERAS = ['2025-11-25', '2026-07-28'] as const;

/** A fake daemon and a client of it. */
async function open(plays: Readonly<Record<string, Play>> = {}) {
  const folder = path(`run-${(folders += 1)}`);
  const daemon = opened(await startFakeDaemon(folder, plays));
  const client = opened(openClient(folder));
  return { daemon, client };
}

const hi: Play = (heard, say) => say(result(heard, { said: 'hi' }));
const failing =
  (code: number, message: string, data: object): Play =>
  (heard, say) =>
    say(error(heard, code, message, data));

describe.each(ERAS)('the proxy in %s', (era) => {
  it('offers every method as a tool that only reads', async () => {
    const { ask } = await openProxy({ client: opened(openClient(path('none'))) }, era);
    const { tools } = (await ask('tools/list')).result as unknown as { tools: readonly object[] };
    expect(tools).toHaveLength(3);
    expect(tools[1]).toEqual({
      name: 'get_columns',
      title: 'The title of get_columns',
      description: 'The description of get_columns',
      inputSchema: {
        type: 'object',
        properties: { table: { type: 'string' } },
        required: ['table'],
      },
      outputSchema: {
        type: 'object',
        properties: { said: { type: 'string' } },
        required: ['said'],
      },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
  });

  it('answers with the data of the daemon and its text', async () => {
    const { client, daemon } = await open({ '*': hi });
    const { call } = await openProxy({ client }, era);
    const { result: answer } = await call('get_columns', { table: 'users' });
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: 'It said hi' }],
      structuredContent: { said: 'hi' },
    });
    expect(daemon.heard.at(-1)).toMatchObject({
      method: 'get_columns',
      params: { table: 'users' },
    });
  });

  it('leaves it to the daemon to check arguments', async () => {
    const data = { target: 'parameter', name: 'params.sql' };
    const { client, daemon } = await open({ '*': failing(-32030, 'Missing parameter', data) });
    const { call } = await openProxy({ client }, era);
    const { error: told, result: answer } = await call('validate_query', { sgl: 'SELECT 1' });
    expect(daemon.heard.at(-1)).toMatchObject({ params: { sgl: 'SELECT 1' } });
    if (era === '2025-11-25')
      expect(told).toMatchObject({ code: -32030, message: 'Missing parameter', data });
    else expect(answer?._meta[FAULT_META_KEY]).toMatchObject({ code: -31030 });
  });

  it('does not ask the daemon where MCP is not allowed', async () => {
    const { client, daemon } = await open();
    const { call } = await openProxy({ client, allowed: false }, era);
    const { error: told, result: answer } = await call('get_columns', { table: 'users' });
    const data = { target: 'context', name: 'mcp', details: '`--allow-context mcp` not set' };
    if (era === '2025-11-25')
      expect(told).toMatchObject({ code: -32040, message: 'MCP not allowed', data });
    else expect(answer?.content[0]?.text).toContain('Next: Start it with `--allow-context mcp`.');
    expect(daemon.heard).toEqual([]);
  });
});

describe('the handshake', () => {
  it('a request before initialize gets a client error that says what to do', async () => {
    const { ask } = await openProxy({ client: opened(openClient(path('none'))) }, 'none');
    expect((await ask('tools/list')).error).toEqual({
      code: -32600,
      message: 'Not initialized. Send initialize first.',
    });
  });

  it('a second initialize gets an error that says so', async () => {
    const { ask } = await openProxy({ client: opened(openClient(path('none'))) });
    expect((await ask('initialize', INITIALIZE)).error).toEqual({
      code: -32600,
      message: 'Invalid Request',
      data: { details: 'This connection is initialized already', effect: 'none' },
    });
    expect((await ask('tools/list')).result).toBeDefined();
  });

  it('is no method of 2026-07-28, which needs none', async () => {
    const { ask } = await openProxy({ client: opened(openClient(path('none'))) }, '2026-07-28');
    expect((await ask('initialize', INITIALIZE)).error).toMatchObject({ code: -32601 });
    expect((await ask('tools/list')).result).toBeDefined();
  });
});

describe('failures', () => {
  const data = { target: 'table', name: 'user', schema: 'public', position: 14 };
  const details = 'Did you mean users?';

  it('come out up to 2025-11-25 exactly as the daemon said them', async () => {
    const told = { ...data, details };
    const { client } = await open({ '*': failing(-32051, 'Table not found', told) });
    const { call } = await openProxy({ client });
    expect((await call('get_columns', { table: 'user' })).error).toMatchObject({
      code: -32051,
      message: 'Table not found',
      data: told,
    });
  });

  it.each([
    ['tool', true],
    ['rpc', undefined],
  ] as const)('%s: isError for an unknown client up to 2025-11-25: %s', async (form, isError) => {
    const { client } = await open({ '*': failing(-32051, 'Table not found', data) });
    const { call } = await openProxy({ client, toolFailures: form });
    const { result: answer, error: refused } = await call('get_columns', { table: 'user' });
    expect([answer?.['isError'], refused?.code]).toEqual([isError, isError ? undefined : -32051]);
  });

  it('come out of 2026-07-28 as results with the number of that era', async () => {
    const { client } = await open({
      '*': failing(-32051, 'Table not found', { ...data, details }),
    });
    const { call } = await openProxy({ client }, '2026-07-28');
    const { result: answer } = await call('get_columns', { table: 'user' });
    expect(answer).toMatchObject({ isError: true });
    expect(answer!.content[0]!.text).toMatch(
      /^TABLE_NOT_FOUND: Did you mean users\? Nothing was changed\./,
    );
    expect(answer!._meta[FAULT_META_KEY]).toMatchObject({
      code: -31051,
      reason: 'TABLE_NOT_FOUND',
      data: { ...data, details },
    });
  });

  it('of a panic keep the ref under which the daemon has recorded it', async () => {
    const panic = { target: 'exception', name: 'TypeError', ref: 'corr-0a1b2c3d4e5f6789' };
    const { client } = await open({ '*': failing(-32010, 'Internal server panic', panic) });
    const { call } = await openProxy({ client });
    expect((await call('get_columns')).error?.data).toMatchObject(panic);
  });

  it('of the way to the daemon are −32000, and recorded with their cause', async () => {
    const records: unknown[] = [];
    const client = opened(openClient(path('nobody')));
    const { call } = await openProxy({ client, onFault: (record) => records.push(record) });
    const { error: told } = await call('get_columns', { table: 'users' });
    expect(told).toMatchObject({
      code: -32000,
      message: 'Server not reachable',
      data: { target: 'pid_file', name: path('nobody/sql-fun-server.pid') },
    });
    expect(records).toMatchObject([
      { mcp_error_code: 'SERVER_NOT_REACHABLE', causes: [{ code: 'ENOENT' }] },
    ]);
  });

  it.each([
    [true, 'the next call starts one that lets MCP in'],
    [false, 'errata serve sql-fun --daemon --allow-context mcp'],
  ])('of a daemon without MCP tell the way out (starting: %s)', async (starting, way) => {
    const refused = failing(-32040, 'MCP not allowed', { target: 'context', name: 'mcp' });
    const { client } = await open({ hello: refused });
    const { call } = await openProxy({ client, starting }, '2026-07-28');
    const { result: answer } = await call('get_columns', { table: 'users' });
    const { text } = answer!.content[0]!;
    expect(text).toContain('has `--allow-context mcp` not set');
    expect(text).toContain('Next: Run `errata serve sql-fun --stop`.');
    expect(text).toContain(way);
  });

  it('of a result that breaks the promise are no answers', async () => {
    const { client } = await open({ '*': (heard, say) => say(result(heard, { said: 7 })) });
    const { call } = await openProxy({ client });
    expect((await call('get_columns')).error).toBeDefined();
  });
});

describe('what goes on between calls', () => {
  it('selects the schema again on the next connection, unless it was refused', async () => {
    const { client, daemon } = await open({
      '*': hi,
      select_schema: (heard, say) =>
        heard.params['schema'] === 'preview'
          ? hi(heard, say, undefined as never)
          : say(error(heard, -32053, 'Schema not found', { target: 'schema', name: 'x' })),
    });
    const { call } = await openProxy({ client });
    await call('select_schema', { schema: 'preview' });
    await call('select_schema', { schema: 'other' });
    for (const socket of daemon.sockets) socket.destroy();
    await eventually(() => daemon.sockets.size).toBe(0);
    await eventually(async () => (await call('get_columns')).result).toBeDefined();
    const hellos = daemon.heard.filter(({ method }) => method === 'hello');
    expect(hellos.map(({ params }) => params['schema'])).toEqual([undefined, 'preview']);
  });

  it('stops the daemon from working on what was cancelled', async () => {
    const { client, daemon } = await open({ validate_query: () => undefined, '*': hi });
    const { call, cancel } = await openProxy({ client });
    const cancelled = call('validate_query', { sql: 'SELECT 1' });
    await eventually(() => daemon.heard.length).toBe(2);
    cancel();
    expect(await cancelled).toEqual({});
    await eventually(() => daemon.sockets.size).toBe(0);
    expect((await call('get_columns')).result).toBeDefined();
  });
});
