import { createRouterosContract } from '@errata/catalogs/routeros';
import type { FaultRecord } from '@errata/core';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Server as ServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SDK_PEERS, type SdkPeer } from '../testing/sdk-peers.js';
import { createWire, HELLO } from '../testing/wire.js';
import { guard, type SdkServer } from './index.js';

async function open(peer: SdkPeer) {
  const records: FaultRecord[] = [];
  const server = peer.create();
  guard(server, {
    contract: createRouterosContract(),
    onFault: (record) => records.push(record),
  });
  return { ...(await peer.open(server)), records };
}

const MODERN = SDK_PEERS.filter(({ era }) => era === '2026-07-28');
const LEGACY = SDK_PEERS.filter(({ era }) => era !== '2026-07-28');

describe.each(SDK_PEERS)('what a guarded server of $name refuses', (peer) => {
  it.each(['', 'errata/unknown'])('uses the texts of the contract: %j', async (method) => {
    const { ask, records } = await open(peer);
    expect((await ask(method)).error).toMatchObject({
      code: -32601,
      message: 'Method not found',
      data: { mcp_error_code: 'METHOD_NOT_FOUND', details: `Unknown method '${method}'` },
    });
    expect(records).toHaveLength(1);
  });

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    'is a cursor that %s never gave',
    async (method) => {
      const { ask, records } = await open(peer);
      expect((await ask(method, { cursor: 'x' })).error).toMatchObject({
        code: -32602,
        data: { mcp_error_code: 'INVALID_PARAMS', errors: [{ field: 'cursor' }] },
      });
      expect(records).toHaveLength(1);
      expect((await ask(method, { cursor: '' })).result).toBeDefined();
      expect((await ask(method)).result).toBeDefined();
    },
  );
});

describe.each(MODERN)('a guarded server of $name', (peer) => {
  const KEY = 'io.modelcontextprotocol/';
  const GOOD = { [`${KEY}protocolVersion`]: '2026-07-28', [`${KEY}clientCapabilities`]: {} };

  it.each([
    ['no envelope', 'tools/list', {}, -32602, `_meta.${KEY}protocolVersion`],
    [
      'no capabilities',
      'tools/list',
      { _meta: { [`${KEY}protocolVersion`]: '2026-07-28' } },
      -32602,
      `_meta.${KEY}clientCapabilities`,
    ],
    [
      'a level that does not exist',
      'tools/list',
      { _meta: { ...GOOD, [`${KEY}logLevel`]: 'loud' } },
      -32602,
      `_meta.${KEY}logLevel`,
    ],
    [
      'a client without a name',
      'tools/list',
      { _meta: { ...GOOD, [`${KEY}clientInfo`]: {} } },
      -32602,
      undefined,
    ],
    ['a method of earlier revisions', 'logging/setLevel', { _meta: GOOD }, -32601, undefined],
  ])('refuses %s in the words of the contract', async (_, method, params, code, field) => {
    const { ask, wire, records } = await open(peer);
    await ask('tools/list');
    const { error } = await wire.ask(method, params);
    const word = code === -32601 ? 'METHOD_NOT_FOUND' : 'INVALID_PARAMS';
    expect(error).toMatchObject({ code, data: { mcp_error_code: word } });
    expect((error!.data as { field?: string }).field).toBe(field);
    expect(records.map(({ method: of, mcp_error_code: said }) => [of, said])).toEqual([
      [method, word],
    ]);
  });

  it('looks at the version of every request', async () => {
    const { ask, wire, records } = await open(peer);
    await ask('tools/list');
    const later = { _meta: { ...GOOD, [`${KEY}protocolVersion`]: '1999-01-01' } };
    expect((await wire.ask('tools/list', later)).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '1999-01-01' },
    });
    const odd = { _meta: { ...GOOD, [`${KEY}protocolVersion`]: 'no version <b>' } };
    const { error } = await wire.ask('tools/list', odd);
    expect(error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    expect(JSON.stringify(error)).not.toContain('<b>');
    expect(records).toHaveLength(2);
    expect((await ask('tools/list')).result).toBeDefined();
  });
});

describe.each(LEGACY)('a guarded server of $name', (peer) => {
  it.each([
    ['no version', { ...HELLO, protocolVersion: undefined }, 'protocolVersion', 'string'],
    ['nothing', {}, 'protocolVersion', 'string'],
    ['a client that is a text', { ...HELLO, clientInfo: 'me' }, 'clientInfo', 'object'],
    ['a client without a name', { ...HELLO, clientInfo: {} }, 'clientInfo.name', 'string'],
    [
      'roots that are a number',
      { ...HELLO, capabilities: { roots: 5 } },
      'capabilities.roots',
      'object',
    ],
  ])('refuses an initialize with %s', async (_, params, field, expected) => {
    const { ask, records } = await open(peer);
    expect((await ask('initialize', params)).error).toMatchObject({
      code: -32602,
      message: 'Invalid params',
      data: { mcp_error_code: 'INVALID_PARAMS', field, expected },
    });
    expect(records).toHaveLength(1);
    expect((await ask('tools/list')).result).toBeDefined();
  });

  it('refuses requests that only the SDK’s schema rejects', async () => {
    const { ask } = await open(peer);
    const complete = { argument: { name: 'id', value: 'a' } };
    for (const ref of [{ type: 'ref/nothing' }, { type: 'ref/prompt' }]) {
      expect((await ask('completion/complete', { ...complete, ref })).error).toMatchObject({
        code: -32602,
        data: { mcp_error_code: 'INVALID_PARAMS' },
      });
    }
  });

  it('ignores a version in _meta that was not negotiated', async () => {
    const { ask } = await open(peer);
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' };
    expect((await ask('tools/list', { _meta })).result).toBeDefined();
  });
});

type List = (cursor: string | undefined) => unknown;

describe.each([
  ['SDK v1', () => lowLevelV1],
  ['SDK v2', () => lowLevelV2],
] as const)('a guarded low-level server of %s', (_, creator) => {
  const connect = async (list: List) => {
    const server = guard(creator()(list));
    const wire = createWire();
    await (server as { connect(transport: never): Promise<void> }).connect(wire.transport);
    await wire.ask('initialize', HELLO);
    return wire;
  };

  it('is left its own cursors, also those that another instance gave', async () => {
    const seen: (string | undefined)[] = [];
    const list: List = (cursor) => {
      seen.push(cursor);
      return cursor === undefined ? { tools: [], nextCursor: 'two' } : { tools: [] };
    };
    const fresh = await connect(list);
    expect((await fresh.ask('tools/list', { cursor: 'two' })).result).toEqual({ tools: [] });
    const used = await connect(list);
    await used.ask('tools/list');
    seen.length = 0;
    expect((await used.ask('tools/list', { cursor: 'three' })).result).toEqual({ tools: [] });
    expect(seen).toEqual(['three']);
  });

  it('refuses a cursor if the list has one page', async () => {
    const wire = await connect(() => ({ tools: [] }));
    expect((await wire.ask('tools/list', { cursor: 'two' })).error?.code).toBe(-32602);
  });

  it('passes a cursor on if the first page fails', async () => {
    const wire = await connect((cursor) => {
      if (cursor === undefined) throw new Error('no first page');
      return { tools: [] };
    });
    expect((await wire.ask('tools/list', { cursor: 'two' })).result).toEqual({ tools: [] });
  });

  it('does not blame the request for an exception of the author’s validation', async () => {
    for (const schema of [z.object({ rows: z.number() }), z.number()]) {
      const wire = await connect(() => ({ tools: schema.parse({ rows: 'x' }) }));
      const { error } = await wire.ask('tools/list');
      expect(error?.message).not.toContain('params');
    }
  });
});

const info = [{ name: 'low', version: '1' }, { capabilities: { tools: {} } }] as const;

const lowLevelV1 = (list: List): SdkServer => {
  const server = new ServerV1(...info);
  server.setRequestHandler(
    ListToolsRequestSchema,
    ({ params }) => list(params?.cursor) as { tools: [] },
  );
  return server;
};

const lowLevelV2 = (list: List): SdkServer => {
  const server = new ServerV2(...info);
  server.setRequestHandler('tools/list', ({ params }) => list(params?.cursor) as { tools: [] });
  return server;
};
