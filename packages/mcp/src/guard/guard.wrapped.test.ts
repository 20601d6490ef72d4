import { defineCatalog } from '@errata/core';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWire, HELLO, type Message, type Wire } from '../testing/wire.js';
import { guard, unguard } from './index.js';

const shop = defineCatalog('shop', {
  SOLD_OUT: { code: -31001, title: 'Sold out', category: 'server', recovery: 'report_and_abort' },
});

/** The method that observability libraries wrap. */
interface Wrapped {
  executeToolHandler(tool: object, args: unknown, context: object): Promise<unknown>;
}

type Wrap = (original: Wrapped['executeToolHandler']) => Wrapped['executeToolHandler'];

function wrap(server: object, make: Wrap): void {
  const wrapped = server as Wrapped;
  wrapped.executeToolHandler = make(wrapped.executeToolHandler.bind(server));
}

const SERVERS = [
  ['SDK v1', () => new McpServerV1({ name: 'x', version: '1' })],
  ['SDK v2', () => new McpServerV2({ name: 'x', version: '1' }) as unknown as McpServerV1],
] as const;

async function connect(server: McpServerV1): Promise<Wire> {
  const wire = createWire();
  await server.connect(wire.transport);
  await wire.ask('initialize', HELLO);
  return wire;
}

const reasonOf = ({ result }: Message): unknown =>
  (result?.['_meta'] as Record<string, { reason?: unknown }> | undefined)?.['dev.errata/fault']
    ?.reason;

describe.each(SERVERS)('a tool runner of %s that others wrap too', (_sdk, create) => {
  const createShop = () => {
    const server = create();
    server.registerTool('buy', { inputSchema: { n: z.number() } }, ({ n }) => {
      if (n > 1) throw shop.SOLD_OUT();
      return { content: [{ type: 'text', text: `${n}` }] };
    });
    return server;
  };
  const buy = (wire: Wire, n: unknown) => wire.ask('tools/call', { name: 'buy', arguments: { n } });

  const check = async (wire: Wire) => {
    expect((await buy(wire, 1)).result).toMatchObject({ content: [{ text: '1' }] });
    expect(reasonOf(await buy(wire, 2))).toBe('SOLD_OUT');
    expect(reasonOf(await buy(wire, 'x'))).toBe('INVALID_INPUT');
  };

  it.each(['before', 'after', 'between two calls of'])(
    'keeps its failures: %s guard',
    async (when) => {
      const server = createShop();
      const seen: unknown[] = [];
      if (when !== 'before') guard(server);
      wrap(server, (original) => (tool, args, context) => {
        seen.push(args);
        return original(tool, args, { ...context });
      });
      if (when !== 'after') guard(server);
      await check(await connect(server));
      expect(seen.length).toBeGreaterThan(1);
    },
  );

  it('keeps the failures of a retried call', async () => {
    const server = createShop();
    guard(server);
    wrap(server, (original) => async (tool, args, context) => {
      await original(tool, args, context);
      return original(tool, args, context);
    });
    await check(await connect(server));
  });

  it('answers as the SDK does once the guard is taken out from below', async () => {
    const server = createShop();
    guard(server);
    wrap(server, (original) => (tool, args, context) => original(tool, args, context));
    unguard(server);
    const wire = await connect(server);
    expect((await buy(wire, 1)).result).toMatchObject({ content: [{ text: '1' }] });
    const { result } = await buy(wire, 2);
    expect(result).toEqual({
      content: [{ type: 'text', text: 'SOLD_OUT: Sold out' }],
      isError: true,
    });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('password=hunter2'))],
    [
      'returns a failed result',
      async () => ({ content: [{ type: 'text', text: 'hunter2' }], isError: true }),
    ],
  ])('masks one that %s instead of the tool', async (_what, instead) => {
    const server = createShop();
    guard(server);
    wrap(server, () => instead);
    const reply = await buy(await connect(server), 1);
    expect(reasonOf(reply)).toBe('INTERNAL_ERROR');
    expect(JSON.stringify(reply)).toContain(
      'The tool could not be run. It is not known whether anything was changed.',
    );
    expect(JSON.stringify(reply)).not.toContain('hunter2');
  });
});
