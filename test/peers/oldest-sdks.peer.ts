import { guard, type SdkServer } from '@errata/mcp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWire, HELLO, type Wire } from '../../packages/mcp/src/testing/wire.js';

interface McpServer extends SdkServer {
  registerTool(name: string, config: object, run: () => unknown): unknown;
  registerResource(name: string, uri: string, config: object, run: () => unknown): unknown;
}

interface Sdk {
  readonly McpServer: new (info: object) => McpServer;
}

/** Guard touches what the SDKs do not document: the oldest versions that it takes have to be alike in that. */
const OLDEST = [
  ['SDK 1.24.0', 'sdk-oldest/server/mcp.js'],
  ['SDK 2.0.0', 'server-oldest'],
] as const;

async function open(path: string, toolFailures: 'rpc' | 'tool'): Promise<Wire> {
  const sdk = (await import(path)) as Sdk;
  const server = new sdk.McpServer({ name: 'shop', version: '1' });
  server.registerTool('pay', { inputSchema: z.object({ amount: z.number() }) }, () => {
    throw new Error('password=hunter2');
  });
  server.registerResource('stock', 'shop://stock', {}, () => ({ contents: [] }));
  guard(server, { toolFailures });
  const wire = createWire();
  await server.connect(wire.transport);
  await wire.ask('initialize', HELLO);
  return wire;
}

describe.each(OLDEST)('a guarded server of %s', (_sdk, path) => {
  it.each([
    ['tools/call', { name: 'pay', arguments: { amount: 1 } }, -32603, /^Unexpected server error/],
    ['tools/call', { name: 'pay', arguments: { amount: 'x' } }, -32602, /problem with the input/],
    ['tools/call', { name: 'pya' }, -32602, /did you mean pay\?$/],
    ['resources/read', { uri: 'shop://prices' }, -32002, /^No resource "shop:\/\/prices"$/],
    ['shop/close', {}, -32601, /^No method "shop\/close"$/],
  ])('answers %s %j with %i', async (method, params, code, message) => {
    const { error } = await (await open(path, 'rpc')).ask(method, params);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it('answers wrong arguments in a result, field by field', async () => {
    const params = { name: 'pay', arguments: { amount: 'x' } };
    const { result } = await (await open(path, 'tool')).ask('tools/call', params);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toMatch(/INVALID_INPUT: 1 problem with the input: amount\./);
  });
});
