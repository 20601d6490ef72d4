import { defineCatalog, defineContract, toolError, type Contract, type Era } from '@errata/core';
import { guard } from '@errata/mcp';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createWire, HELLO } from '../../packages/mcp/src/testing/wire.js';
import { createKit } from '@errata/kit';
import { wireIn } from '@errata/testing/wire';

const input = z.object({ qty: z.number().int().min(1), unit: z.enum(['kg', 'lb']).optional() });
const inputSchema = z.toJSONSchema(input) as Record<string, unknown>;
const deadline = 20;

const shop = defineCatalog('shop', {
  OUT_OF_STOCK: {
    code: -31010,
    title: 'Out of stock',
    category: 'business',
    context: { article: 'string' },
    details: (c) => `No ${c.article} left`,
    recovery: 'user_action_required',
  },
});

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), {
  ...{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.7', port: 5432 },
});

const weigh = (qty: unknown, unit?: string) => ({
  name: 'weigh',
  arguments: { qty, ...(unit !== undefined && { unit }) },
});

/** One mistake: what is asked, and what the tool does. */
const MISTAKES: [name: string, method: string, params: object, run?: () => unknown][] = [
  ['an unknown method', 'shelves/list', {}],
  ['an unknown tool', 'tools/call', { name: 'nope' }],
  ['a mistyped tool', 'tools/call', { name: 'weihg' }],
  ['no tool name', 'tools/call', {}],
  ['arguments that are a list', 'tools/call', { name: 'weigh', arguments: [1] }],
  ['a number below its minimum', 'tools/call', weigh(0)],
  ['a text for a number, and an unknown unit', 'tools/call', weigh('many', 'stone')],
  ['an unknown prompt', 'prompts/get', { name: 'nope' }],
  ['an unknown resource', 'resources/read', { uri: 'demo://nope' }],
  ['a crash', 'tools/call', weigh(1), () => fail(new Error('password=hunter2'))],
  ['a refused connection', 'tools/call', weigh(1), () => fail(refused)],
  ['a text for the caller', 'tools/call', weigh(1), () => fail(toolError('The scale is locked'))],
  [
    'a fault of a catalog',
    'tools/call',
    weigh(1),
    () => fail(shop.OUT_OF_STOCK({ article: 'hat' })),
  ],
  ['a tool that takes too long', 'tools/call', weigh(1), () => new Promise(() => undefined)],
  [
    'a result against its schema',
    'tools/call',
    { name: 'strict' },
    () => ({ structuredContent: { grams: 'x' }, content: [] }),
  ],
];

function fail(thrown: unknown): never {
  throw thrown;
}

type Answer = { readonly result?: object; readonly error?: object };
type Ask = (method: string, params: object) => Promise<Answer>;

async function guarded(era: Era, run: () => unknown, contract?: Contract): Promise<Ask> {
  const server = new McpServer({ name: 'scale', version: '1' });
  server.registerTool('weigh', { inputSchema: input }, async () => (await run()) as never);
  server.registerTool(
    'strict',
    { outputSchema: z.object({ grams: z.number() }) },
    async () => run() as never,
  );
  server.registerPrompt('greet', {}, () => ({ messages: [] }));
  server.registerResource('thing', 'demo://thing', {}, () => ({ contents: [] }));
  guard(server, { deadline, ...(contract && { contract }) });
  const wire = createWire();
  if (era === '2026-07-28') {
    serveStdio(() => server, { transport: wire.transport });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return (method, params) => wire.ask(method, { ...params, _meta });
  }
  await server.connect(wire.transport);
  await wire.ask('initialize', HELLO);
  wire.tell('notifications/initialized');
  return (method, params) => wire.ask(method, params);
}

async function kit(era: Era, run: () => unknown, contract?: Contract): Promise<Ask> {
  const made = createKit({
    ...{ name: 'scale', version: '1', deadline },
    ...(contract && { contract }),
    tools: [
      { name: 'weigh', input, inputSchema, run: run as never },
      {
        name: 'strict',
        outputSchema: { type: 'object', properties: { grams: { type: 'number' } } },
        run: run as never,
      },
    ],
    prompts: [{ name: 'greet', messages: () => 'hi' }],
    resources: [{ uri: 'demo://thing', name: 'thing', read: () => 'x' }],
  });
  const wire = await wireIn(made, era as never);
  return (method, params) => wire.ask(method, params as never);
}

/** Without refs, and without what the SDK adds to each result of 2026-07-28. */
const comparable = ({ result, error }: Answer): unknown => {
  const json = JSON.stringify({ result, error }).replaceAll(/corr-[0-9a-f]{16}/g, 'corr-…');
  const made = JSON.parse(json) as { result?: { _meta?: Record<string, unknown> } };
  if (made.result?._meta) delete made.result._meta['io.modelcontextprotocol/serverInfo'];
  return made;
};

describe.each(['2025-11-25', '2026-07-28'] as const)('kit and guard on %s', (era) => {
  describe.each([
    ['without a contract', undefined],
    ['with one that declares none of it', defineContract({ catalog: shop })],
  ])('%s', (_, contract) => {
    it.each(MISTAKES)(
      'answer %s alike',
      async (_, method, params, run = () => ({ content: [] })) => {
        const ours = comparable(await (await kit(era, run, contract))(method, params));
        const theirs = comparable(await (await guarded(era, run, contract))(method, params));
        expect(ours).toEqual(theirs);
      },
    );
  });

  it('a contract does not rename what it does not declare', async () => {
    const contract = defineContract({ catalog: shop });
    const run = () => new Promise(() => undefined);
    for (const open of [kit, guarded]) {
      const ask = await open(era, run, contract);
      const wrong = JSON.stringify(await ask('tools/call', weigh(0)));
      expect(wrong).toContain('INVALID_INPUT: 1 problem with the input: qty. Nothing was changed.');
      expect(wrong).toContain('"reason":"INVALID_INPUT"');
      expect(JSON.stringify(await ask('tools/call', weigh(1)))).toContain('"reason":"TIMEOUT"');
    }
  });
});
