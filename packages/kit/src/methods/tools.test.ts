import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { erlmcp } from '@errata/catalogs/erlmcp';
import { defineCatalog, defineContract, type FaultRecord } from '@errata/core';
import { createKit } from '../create-kit.js';
import type { KitOptions } from '../kit.js';
import { add, createSample } from '../testing/sample.js';
import { GENERATIONS, settled, shakeHands, speakModern, wireIn } from '@errata/testing/wire';
import type { Tool, ToolAnswer } from '../tool.js';

const answering = (answer: ToolAnswer, more: Partial<Tool> = {}): Tool => ({
  name: 'one',
  run: () => answer,
  ...more,
});

describe.each(GENERATIONS)('tools/list in %s', (era) => {
  it('lists the declared members of a tool', async () => {
    const tool: Tool = {
      ...answering('x'),
      title: 'One',
      description: 'Does it.',
      annotations: { readOnlyHint: true },
    };
    const wire = await wireIn(createSample({ tools: [tool] }), era);
    expect((await wire.ask('tools/list')).result).toMatchObject({
      tools: [
        {
          name: 'one',
          title: 'One',
          description: 'Does it.',
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true },
        },
      ],
    });
  });

  it('adds the members that the revision requires', async () => {
    const { result } = await (await wireIn(createSample(), era)).ask('tools/list');
    const modern = ['resultType', 'tools', 'ttlMs', 'cacheScope', '_meta'];
    expect(Object.keys(result!)).toEqual(era === '2026-07-28' ? modern : ['tools']);
  });

  it('is a capability', async () => {
    const wire = await wireIn(
      createKit({ name: 'bare', version: '0', contract: erlmcpContract }),
      era,
    );
    for (const method of ['tools/list', 'tools/call']) {
      expect((await wire.ask(method)).error).toMatchObject({
        code: era === '2026-07-28' ? -32601 : -32004,
        data: { capability: 'tools' },
      });
    }
  });
});

describe('what a tool answers', () => {
  it.each<[string, ToolAnswer, object]>([
    ['a text', 'done', { content: [{ type: 'text', text: 'done' }] }],
    ['content', [{ type: 'text', text: 'a' }], { content: [{ type: 'text', text: 'a' }] }],
    ['no content', {}, { content: [] }],
    [
      'structured content',
      { structuredContent: { a: 1 } },
      { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } },
    ],
    [
      'both',
      { content: [], structuredContent: { a: 1 }, _meta: { k: 1 } },
      { content: [], structuredContent: { a: 1 }, _meta: { k: 1 } },
    ],
    [
      'a failure of its own',
      { content: [{ type: 'text', text: 'no' }], isError: true },
      { content: [{ type: 'text', text: 'no' }], isError: true },
    ],
  ])('%s', async (_, answer, result) => {
    const wire = await shakeHands(createSample({ tools: [answering(answer)] }));
    expect((await wire.ask('tools/call', { name: 'one' })).result).toEqual(result);
    const modern = speakModern(createSample({ tools: [answering(answer)] }));
    expect((await modern.ask('tools/call', { name: 'one' })).result).toMatchObject({
      resultType: 'complete',
      ...result,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'sample' } },
    });
  });

  it('is synchronous if the tool is', async () => {
    const wire = await shakeHands(createSample());
    const reply = wire.text(
      '{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}',
    );
    expect(reply).toBe(
      '{"jsonrpc":"2.0","id":1.0,"result":{"content":[{"type":"text","text":"{\\"sum\\":3}"}],"structuredContent":{"sum":3}}}',
    );
  });

  it('may be a failure of a catalog', async () => {
    const fault = erlmcp.RESOURCE_NOT_FOUND({ uri: 'a://b' });
    const wire = await shakeHands(createSample({ tools: [answering(fault as never)] }));
    expect((await wire.ask('tools/call', { name: 'one' })).error).toMatchObject({
      code: -32001,
      data: { uri: 'a://b' },
    });
  });

  it('must not be undefined', async () => {
    const wire = await shakeHands(createSample({ tools: [answering(undefined as never)] }));
    expect((await wire.ask('tools/call', { name: 'one' })).error).toMatchObject({ code: -32603 });
  });
});

describe('a call that cannot be made', () => {
  it.each<[string, object, number, object]>([
    ['of no tool', { name: 'nope' }, -32002, { tool: 'nope' }],
    ['of one that every object has', { name: 'toString' }, -32002, { tool: 'toString' }],
    ['without a name', {}, -32602, { details: "Missing required 'name' parameter" }],
    [
      'with a list',
      { name: 'add', arguments: [1] },
      -32602,
      { details: 'params.arguments must be of type object, not array' },
    ],
  ])('%s', async (_, params, code, data) => {
    const wire = await shakeHands(createSample());
    expect((await wire.ask('tools/call', params as never)).error).toMatchObject({ code, data });
    const modern = speakModern(createSample());
    expect((await modern.ask('tools/call', params as never)).error).toMatchObject({
      code: -32602,
      data,
    });
  });

  it('with wrong arguments is a failure of the call up to 2025-11-25', async () => {
    const wire = await shakeHands(createSample());
    const { error } = await wire.ask('tools/call', { name: 'add', arguments: { a: 'hunter2' } });
    expect(error).toMatchObject({ code: -32602, message: 'Invalid params' });
    const details = error!.data!['details'] as string;
    expect(details).toMatch(/\ba: /);
    expect(details).toMatch(/\bb: /);
    expect(details).not.toContain('hunter2');
  });

  it('with wrong arguments is one of the tool on 2026-07-28', async () => {
    const wire = speakModern(createSample());
    const { result } = await wire.ask('tools/call', { name: 'add', arguments: { a: 1 } });
    expect(result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(JSON.stringify(result)).toMatch(/VALIDATION_FAILED: b: /);
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'with wrong arguments in %s is for the model by default',
    async (era) => {
      const contract = defineContract({ catalog: defineCatalog('shop', {}) });
      const wire = await wireIn(createSample({ contract }), era);
      const { result } = await wire.ask('tools/call', { name: 'add', arguments: { a: 1 } });
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result)).toMatch(/INVALID_INPUT: 1 problem with the input: b\..*- b: /);
    },
  );

  it('is checked and converted by any Standard Schema', async () => {
    const tool: Tool<{ n: number }> = {
      name: 'half',
      input: z.object({ n: z.coerce.number().refine(async (n) => n < 100) }),
      run: ({ n }) => String(n / 2),
    };
    const wire = await shakeHands(createSample({ tools: [tool] }));
    const call = (n: unknown) => wire.ask('tools/call', { name: 'half', arguments: { n } });
    expect((await call('8')).result).toMatchObject({ content: [{ text: '4' }] });
    expect((await call(200)).error).toMatchObject({
      code: -32602,
      data: { details: expect.stringMatching(/^n: /) },
    });
  });
});

describe('a tool that breaks', () => {
  it('its promise about the result', async () => {
    const broken: Tool = {
      ...answering({ structuredContent: { sum: 'x' } }),
      outputSchema: add.outputSchema!,
    };
    const records: FaultRecord[] = [];
    const kit = createSample({ tools: [broken], onFault: (record) => records.push(record) });
    const { error } = await (await shakeHands(kit)).ask('tools/call', { name: 'one' });
    expect(error).toMatchObject({
      code: -32007,
      data: { details: expect.stringMatching(/promised: sum: /) },
    });
    expect(records[0]).toMatchObject({ effect: 'done' });
    const { result } = await speakModern(kit).ask('tools/call', { name: 'one' });
    expect(JSON.stringify(result)).toContain('The change was made.');
  });

  it('its promise about the result, but only reads', async () => {
    const broken: Tool = {
      ...answering({ structuredContent: { sum: 'x' } }),
      outputSchema: add.outputSchema!,
      annotations: { readOnlyHint: true },
    };
    const { result } = await speakModern(createSample({ tools: [broken] })).ask('tools/call', {
      name: 'one',
    });
    expect(JSON.stringify(result)).toContain('Nothing was changed. Next: Report the ref');
  });

  it('its promise by saying nothing', async () => {
    const silent: Tool = { ...answering('text'), outputSchema: add.outputSchema! };
    const wire = await shakeHands(createSample({ tools: [silent] }));
    expect((await wire.ask('tools/call', { name: 'one' })).error).toMatchObject({ code: -32007 });
  });

  it('may return its own isError result, despite its output schema', async () => {
    const failing: Tool = { ...answering({ isError: true }), outputSchema: add.outputSchema! };
    const wire = await shakeHands(createSample({ tools: [failing] }));
    expect((await wire.ask('tools/call', { name: 'one' })).result).toMatchObject({ isError: true });
  });

  it.each(GENERATIONS)('in %s is masked', async (era) => {
    const run = () => {
      throw new Error('password=hunter2 at /etc/passwd');
    };
    const records: FaultRecord[] = [];
    const kit = createSample({
      tools: [{ name: 'one', run }],
      onFault: (record) => records.push(record),
    });
    const reply = await (await wireIn(kit, era)).ask('tools/call', { name: 'one' });
    expect(JSON.stringify(reply)).not.toMatch(/hunter2|passwd/);
    expect(JSON.stringify(records[0])).toContain('/etc/passwd');
    if (era === '2026-07-28') {
      expect(reply.result).toMatchObject({ isError: true });
      expect(JSON.stringify(reply)).toContain(records[0]!.ref);
    } else {
      expect(reply.error).toEqual({ code: -32603, message: 'Internal error' });
    }
  });
});

describe('the deadline', () => {
  const slow = (deadline?: number): Tool & { readonly aborted: boolean } => {
    let aborted = false;
    return {
      name: 'slow',
      ...(deadline !== undefined && { deadline }),
      async run(_args, { signal }) {
        await sleep(60_000, undefined, { signal }).catch(() => (aborted = true));
        return 'late';
      },
      get aborted() {
        return aborted;
      },
    };
  };

  it.each(GENERATIONS)('of a tool, in %s', async (era) => {
    const tool = slow(5);
    const reply = await (
      await wireIn(createSample({ tools: [tool] }), era)
    ).ask('tools/call', {
      name: 'slow',
    });
    await settled();
    expect(tool.aborted).toBe(true);
    if (era === '2026-07-28') {
      expect(JSON.stringify(reply.result)).toContain('TIMEOUT: slow did not finish within 0.005 s');
    } else {
      expect(reply.error).toEqual({
        code: -32009,
        message: 'Timeout',
        data: { tool: 'slow', details: 'slow did not finish within 0.005 s', effect: 'unknown' },
      });
    }
  });

  it('of the kit applies to a tool without its own', async () => {
    const wire = await shakeHands(createSample({ tools: [slow()], deadline: 5 }));
    expect((await wire.ask('tools/call', { name: 'slow' })).error).toMatchObject({ code: -32009 });
  });

  it('may be none', async () => {
    const kit = createSample({ tools: [slow(0)], deadline: 5 });
    const wire = await shakeHands(kit);
    const reply = wire.ask('tools/call', { name: 'slow' }, 'free');
    await sleep(30);
    expect(wire.connection.inFlight).toBe(1);
    wire.tell('notifications/cancelled', { requestId: 'free' });
    expect(await reply).toBeNull();
  });
});

describe.each(GENERATIONS)('a schema error that a tool throws in %s', (era) => {
  it('is not blamed on the caller, whose arguments the kit has checked', async () => {
    const upstream = z.object({ upstream_key: z.string() });
    const records: FaultRecord[] = [];
    const tool: Tool = { name: 'one', run: () => upstream.parse({}) as never };
    const kit = createSample({ tools: [tool], onFault: (record) => records.push(record) });
    const reply = await (await wireIn(kit, era)).ask('tools/call', { name: 'one' });
    expect(JSON.stringify(reply)).not.toMatch(/upstream_key|Nothing was changed/);
    expect(records).toMatchObject([{ mcp_error_code: 'INTERNAL_ERROR', effect: 'unknown' }]);
  });
});

describe.each(GENERATIONS)('exceptions that a contract does not declare in %s', (era) => {
  const catalog = defineCatalog('shop', {
    SOLD_OUT: {
      code: -31001,
      title: 'Sold out',
      category: 'stock',
      details: 'Tea is sold out',
      recovery: 'fix_and_retry',
    },
  });
  const answer = async (thrown: unknown, options: Pick<KitOptions, 'contract'>) => {
    const run = () => {
      throw thrown;
    };
    const tools = [{ name: 'one', run }];
    const kit = createKit({ name: 'shop', version: '1', tools, ...options });
    const { result } = await (await wireIn(kit, era)).ask('tools/call', { name: 'one' });
    return JSON.stringify(result).replace(/corr-[0-9a-f]{16}/g, 'corr-');
  };

  it.each([
    ['UNEXPECTED', new Error('shelf 7')],
    ['UNREACHABLE', Object.assign(new Error('shelf 7'), { code: 'ECONNREFUSED' })],
    ['TIMEOUT', new DOMException('shelf 7', 'TimeoutError')],
  ])('keep the name %s', async (reason, thrown) => {
    const bare = await answer(thrown, {});
    expect(bare).toContain(`"text":"${reason}: `);
    expect(await answer(thrown, { contract: defineContract({ catalog }) })).toBe(bare);
  });
});

describe.each(GENERATIONS)('a tool with readOnlyHint in %s', (era) => {
  it.each<[string, ToolAnswer | (() => never)]>([
    ['throws', () => fail()],
    ['breaks its promise', { structuredContent: { sum: 'x' } }],
  ])('reports effect none if it %s', async (_what, answer) => {
    const effects: string[] = [];
    const tool: Tool = {
      ...{ name: 'one', annotations: { readOnlyHint: true } },
      ...(typeof answer === 'object' && { outputSchema: add.outputSchema! }),
      run: () => (typeof answer === 'function' ? answer() : answer),
    };
    const onFault = ({ effect }: FaultRecord) => effects.push(effect);
    const kit = createSample({ tools: [tool], onFault });
    const reply = await (await wireIn(kit, era)).ask('tools/call', { name: 'one' });
    expect(effects).toEqual(['none']);
    expect(JSON.stringify(reply)).not.toMatch(/"done"|"unknown"|change was made/);
  });
});

function fail(): never {
  throw new Error('x');
}
