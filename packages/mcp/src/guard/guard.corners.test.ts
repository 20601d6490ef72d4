import { defineCatalog, type FaultRecord } from '@errata/core';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ReadResourceRequestSchema,
  UrlElicitationRequiredError as UrlElicitationV1,
} from '@modelcontextprotocol/sdk/types.js';
import {
  McpServer as McpServerV2,
  ProtocolError,
  Server as ServerV2,
  UrlElicitationRequiredError as UrlElicitationV2,
} from '@modelcontextprotocol/server';
import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StdioServerTransport as StdioV2 } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp, serveStdio } from '../serve/serve.js';
import { createLines, requestLine } from '../testing/lines.js';
import { createV1, createV2 } from '../testing/sdk-servers.js';
import { createWire, HELLO, type Message, type Wire } from '../testing/wire.js';
import { guard, type GuardOptions } from './index.js';

interface Registrar {
  registerPrompt(name: string, config: object, run: (...given: never[]) => unknown): unknown;
  registerTool(name: string, config: object, run: (...given: never[]) => unknown): unknown;
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
}

const SERVERS = [
  [
    'SDK v1',
    (options?: object) =>
      new McpServerV1({ name: 'x', version: '1' }, options) as unknown as Registrar,
  ],
  [
    'SDK v2',
    (options?: object) =>
      new McpServerV2({ name: 'x', version: '1' }, options) as unknown as Registrar,
  ],
] as const;

async function connect(server: { connect(transport: never): Promise<void> }): Promise<Wire> {
  const wire = createWire();
  await server.connect(wire.transport);
  await wire.ask('initialize', HELLO);
  return wire;
}

const factsOf = ({ result }: Message) =>
  (result!['_meta'] as Record<string, Record<string, unknown>>)['dev.errata/fault']!;

describe('the options of guard', () => {
  it.each([
    [{ onfault: () => {} }, 'guard: unknown option "onfault"; did you mean onFault?'],
    [{ onFalt: () => {} }, 'guard: unknown option "onFalt"; did you mean onFault?'],
    [{ onCalls: () => {} }, 'guard: unknown option "onCalls"; did you mean onCall?'],
    [{ tool_failures: 'rpc' }, 'guard: unknown option "tool_failures"; did you mean toolFailures?'],
    [{ colour: 1 }, 'guard: unknown option "colour"'],
    [{ toolFailures: 'tools' }, 'guard: toolFailures is "tools"; did you mean tool?'],
    [{ deadline: '5s' }, 'guard: deadline is "5s", not a number of milliseconds or a function'],
    [{ expose: true }, 'guard: expose is true, not a function'],
    [
      { contract: {} },
      'guard: contract has to be one of defineContract({ catalog }), not a catalog',
    ],
  ])('are refused where they mean nothing: %j', (options, message) => {
    const server = new McpServerV1({ name: 'x', version: '1' });
    expect(() => guard(server, options as GuardOptions)).toThrow(new TypeError(message));
  });

  it.each([
    [serveStdio, { prot: 1 }, 'serveStdio: unknown option "prot"'],
    [serveStdio, { onstray: 1 }, 'serveStdio: unknown option "onstray"; did you mean onStray?'],
    [serveHttp, { prot: 1 }, 'serveHttp: unknown option "prot"; did you mean port?'],
    [serveHttp, { expose: true }, 'serveHttp: expose is true, not a function'],
    [
      serveHttp,
      { keepAlive: '5s' },
      'createHttpEdge: keepAlive is "5s", not a number of milliseconds',
    ],
  ])('are refused by serve too: %o %j', async (serve, options, message) => {
    const serving = serve(() => new McpServerV1({ name: 'x', version: '1' }), options as never);
    await expect(serving).rejects.toThrow(new TypeError(message));
  });
});

describe.each(SERVERS)('a guarded server of %s', (sdk, create) => {
  it('does not send the late failure of another call', async () => {
    const server = create();
    let fail: ((thrown: unknown) => void) | undefined;
    server.registerTool('slow', {}, () => new Promise((_resolve, reject) => (fail = reject)));
    server.registerTool('other', { inputSchema: z.object({ n: z.number() }) }, () => ({
      content: [],
    }));
    guard(server, { deadline: (method) => (method === 'tools/call' ? 20 : undefined) });
    const alice = await connect(server);
    const late = await alice.ask('tools/call', { name: 'slow' }, 7);
    expect(factsOf(late)).toMatchObject({ reason: 'TIMEOUT' });
    fail!(new ProtocolError(-31001, 'Overdrawn', { account: 'alice-4711' }));
    await server.close();
    const bob = await connect(server);
    const reply = await bob.ask('tools/call', { name: 'other', arguments: { n: 'x' } }, 7);
    expect(factsOf(reply)).toMatchObject({ reason: 'INVALID_INPUT' });
    expect(JSON.stringify(reply)).not.toContain('alice');
  });

  it.each(['rpc', 'tool'] as const)(
    'gives each of 2,000 calls that fail at the same time its own reply (%s)',
    async (toolFailures) => {
      const server = create();
      const inputSchema = z.object({ n: z.number() });
      server.registerTool('pay', { inputSchema }, async ({ n }: { n: number }) => {
        for (let turns = n % 7; turns > 0; turns--) await Promise.resolve();
        throw new ProtocolError(-31001, `Overdrawn ${n}`, { n });
      });
      guard(server, { toolFailures });
      const wire = await connect(server);
      const calls = Array.from({ length: 2000 }, async (_, n) => {
        const reply = await wire.ask('tools/call', { name: 'pay', arguments: { n } }, `id-${n}`);
        const said = toolFailures === 'rpc' ? reply.error : (reply.result?.['content'] as object[]);
        return [reply.id, JSON.stringify(said).includes(`Overdrawn ${n}`)];
      });
      const replies = await Promise.all(calls);
      expect(replies).toEqual(Array.from({ length: 2000 }, (_, n) => [`id-${n}`, true]));
    },
  );

  it('answers two requests under one id each with its own error', async () => {
    const server = create();
    server.registerTool('one', {}, () => {
      throw new ProtocolError(-31001, 'First');
    });
    server.registerTool('two', {}, async () => {
      await Promise.resolve();
      throw new ProtocolError(-31002, 'Second');
    });
    guard(server, { toolFailures: 'rpc' });
    const wire = await connect(server);
    void wire.ask('tools/call', { name: 'one' }, 7);
    void wire.ask('tools/call', { name: 'two' }, 7);
    await expect.poll(() => wire.replies.filter(({ id }) => id === 7).length).toBe(2);
    const errors = wire.replies.filter(({ id }) => id === 7).map(({ error }) => error);
    expect(errors).toMatchObject([
      { code: -31001, message: 'First' },
      { code: -31002, message: 'Second' },
    ]);
  });

  it('does not send the error of a client that left to another client', async () => {
    const server = create();
    server.registerTool('pay', {}, () => {
      throw new ProtocolError(-31001, 'Overdrawn', { account: 'alice-4711' });
    });
    // The client goes while its failure is put into words: the SDK then drops the reply.
    const left = { onFault: () => void server.close() };
    guard(server, { toolFailures: 'rpc', ...left });
    const alice = await connect(server);
    void alice.ask('tools/call', { name: 'pay' }, 7);
    await new Promise((resolve) => setImmediate(resolve));
    expect(alice.replies.map(({ id }) => id)).not.toContain(7);
    const bob = await connect(server);
    const reply = await bob.ask('unknown/method', {}, 7);
    expect(reply.error).toMatchObject({ code: -32601 });
    expect(JSON.stringify(reply)).not.toContain('alice');
  });

  it('forgets the handshake of one client when it is connected to another', async () => {
    const server = create();
    server.registerTool('t', {}, () => {
      throw new Error('x');
    });
    const eras: string[] = [];
    guard(server, { onFault: ({ era }) => eras.push(era) });
    for (const hello of [{ ...HELLO, protocolVersion: '2024-11-05' }, undefined]) {
      const wire = createWire();
      await server.connect(wire.transport);
      if (hello !== undefined) await wire.ask('initialize', hello);
      await wire.ask('tools/call', { name: 't' });
      await server.close();
    }
    // v2 itself goes on in the revision that it agreed on first.
    expect(eras).toEqual(['2024-11-05', sdk === 'SDK v2' ? '2024-11-05' : '2025-11-25']);
  });

  it('serves its client as before when the SDK refuses a second transport', async () => {
    const server = create();
    server.registerTool('t', {}, () => {
      throw new Error('x');
    });
    const eras: string[] = [];
    guard(server, { onFault: ({ era }) => eras.push(era) });
    const lines = createLines();
    const Stdio = sdk === 'SDK v1' ? StdioV1 : StdioV2;
    await server.connect(new Stdio(lines.stdio.input, lines.stdio.output) as never);
    lines.write(requestLine('1', 'initialize', { ...HELLO, protocolVersion: '2024-11-05' }));
    await lines.reply(1);
    const other = createLines().stdio;
    const second = server.connect(new Stdio(other.input, other.output) as never);
    await expect(second).rejects.toThrow(/already connected/i);
    lines.write(requestLine('2', 'tools/call', { name: 't' }), '{"jsonrpc":"2.0","id":3,"method"');
    await lines.reply(2);
    expect(eras[0]).toBe('2024-11-05');
    expect((await lines.reply(3)).error).toMatchObject({ code: -32700 });
    await server.close();
  });

  it('reports effect none if the arguments could not be validated', async () => {
    const records: FaultRecord[] = [];
    const server = create();
    let ran = 0;
    const inputSchema = z.object({
      n: z.number().refine(() => {
        throw new Error('the refinement is broken');
      }),
    });
    server.registerTool('t', { inputSchema }, () => (ran++, { content: [] }));
    guard(server, { onFault: (record) => records.push(record) });
    const wire = await connect(server);
    const reply = await wire.ask('tools/call', { name: 't', arguments: { n: 1 } });
    expect(factsOf(reply)).toMatchObject({ reason: 'INTERNAL_ERROR', effect: 'none' });
    expect([ran, records[0]!.causes[0]!.message]).toEqual([0, 'the refinement is broken']);
  });

  it('judges arguments once', async () => {
    const server = create();
    let judged = 0;
    const inputSchema = z.object({ n: z.number().refine(() => (judged++, false)) });
    server.registerTool('counted', { inputSchema }, () => ({ content: [] }));
    guard(server);
    const wire = await connect(server);
    const reply = await wire.ask('tools/call', { name: 'counted', arguments: { n: 1 } });
    expect([judged, factsOf(reply)['reason']]).toEqual([1, 'INVALID_INPUT']);
  });

  it('refuses more arguments than the server reads', async () => {
    const server = create({ maxToolInputElements: 3 });
    server.registerTool('t', { inputSchema: z.object({ list: z.array(z.number()) }) }, () => ({
      content: [],
    }));
    guard(server);
    const wire = await connect(server);
    const { error } = await wire.ask('tools/call', {
      name: 't',
      arguments: { list: [1, 2, 3, 4] },
    });
    expect(error).toMatchObject({
      code: -32602,
      message: 'The arguments have more elements than this server reads',
    });
    const reply = await wire.ask('tools/call', { name: 't', arguments: { list: ['x'] } });
    expect(factsOf(reply)).toMatchObject({ reason: 'INVALID_INPUT' });
  });

  it('reports effect none for a tool with readOnlyHint', async () => {
    const server = create();
    const annotations = { readOnlyHint: true };
    const outputSchema = z.object({ n: z.number() });
    server.registerTool('throws', { annotations }, () => {
      throw new Error('x');
    });
    server.registerTool('breaks', { annotations, outputSchema }, () => ({
      content: [],
      structuredContent: { n: 'x' },
    }));
    const effects: string[] = [];
    guard(server, { onFault: ({ effect }) => effects.push(effect) });
    const wire = await connect(server);
    for (const name of ['throws', 'breaks']) {
      expect(factsOf(await wire.ask('tools/call', { name }))).toMatchObject({ effect: 'none' });
    }
    expect(effects).toEqual(['none', 'none']);
  });

  it('sends a fault of any catalog as declared, without a contract', async () => {
    const tickets = defineCatalog(
      'tickets',
      {
        BROKEN: { code: -31500, title: 'Broken', category: 'x', recovery: 'report_and_abort' },
        TICKET_LOCKED: {
          code: -31409,
          title: 'Ticket locked',
          category: 'business',
          condition: 'conflict',
          context: { ticket: 'string' },
          details: (c) => `Ticket ${c.ticket} is being edited`,
          recovery: { strategy: 'retry_with_backoff', retryAfter: 2 },
        },
      },
      { unexpected: 'BROKEN' },
    );
    const server = create();
    server.registerTool('t', {}, () => {
      throw tickets.TICKET_LOCKED({ ticket: 'T-1' });
    });
    const wire = await connect(guard(server));
    const reply = await wire.ask('tools/call', { name: 't' });
    expect(factsOf(reply)).toMatchObject({
      domain: 'tickets',
      reason: 'TICKET_LOCKED',
      code: -31409,
      retry_after: 2,
      recovery_strategy: 'retry_with_backoff',
      data: { ticket: 'T-1' },
    });
    expect(JSON.stringify(reply)).toContain(
      'TICKET_LOCKED: Ticket T-1 is being edited. Nothing was changed. Next: retry after 2 s.',
    );
  });

  it('requires URL elicitation only for the SDK’s own exception', async () => {
    const elicitation = {
      mode: 'url',
      elicitationId: 'e',
      url: 'https://a.example/x',
      message: 'm',
    };
    const url = sdk === 'SDK v1' ? UrlElicitationV1 : UrlElicitationV2;
    const thrown = [
      Object.assign(new Error('secret'), { code: -32042, data: { password: 'hunter2' } }),
      new url([elicitation] as never),
    ];
    const records: FaultRecord[] = [];
    const server = create();
    const run = () => {
      throw thrown.shift();
    };
    server.registerTool('t', {}, run);
    server.registerPrompt('p', {}, run);
    const wire = await connect(guard(server, { onFault: (record) => records.push(record) }));
    const forged = await wire.ask('prompts/get', { name: 'p' });
    expect(JSON.stringify(forged)).not.toMatch(/hunter2|secret|-32042/);
    const { error } = await wire.ask('tools/call', { name: 't' });
    expect(error).toMatchObject({ code: -32042, data: { elicitations: [elicitation] } });
    expect(records.map(({ mcp_error_code: reason }) => reason)).toEqual([
      'UNEXPECTED',
      'URL_ELICITATION_REQUIRED',
    ]);
  });

  it('survives observers that reject', async () => {
    const server = create();
    server.registerTool('t', {}, () => {
      throw new Error('x');
    });
    const reject = () => Promise.reject(new Error('observer')) as never;
    guard(server, { onCall: reject, onFault: reject });
    const wire = await connect(server);
    expect((await wire.ask('tools/call', { name: 't' })).result).toMatchObject({ isError: true });
  });

  it('removes secrets from every text of a failed result', async () => {
    const secret = 'postgres://admin:hunter2secret@db.internal/x';
    const server = create();
    server.registerTool('t', {}, () => ({
      isError: true,
      content: [
        { type: 'text', text: secret },
        {
          type: 'resource_link',
          uri: secret,
          name: secret,
          description: `Bearer sk-live-0123456789abcdefghij`,
        },
        { type: 'resource', resource: { uri: secret, text: secret } },
      ],
    }));
    guard(server);
    const wire = await connect(server);
    const text = JSON.stringify(await wire.ask('tools/call', { name: 't' }));
    expect(text).not.toMatch(/hunter2|sk-live/);
    expect(text).toContain('resource_link');
  });
});

describe.each([
  [
    'SDK v1',
    (run: () => unknown) => {
      const server = new ServerV1({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler(CallToolRequestSchema, async () => run() as never);
      return server as unknown as Registrar;
    },
  ],
  [
    'SDK v2',
    (run: () => unknown) => {
      const server = new ServerV2({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/call', async () => run() as never);
      return server as unknown as Registrar;
    },
  ],
] as const)('a guarded low-level server of %s', (_, create) => {
  it.each([[{ content: 'paid' }], [undefined], [null]])(
    'does not promise that nothing was done where the tool returned %j',
    async (result) => {
      const options: GuardOptions = {};
      const wire = await connect(
        guard(
          create(() => result),
          options,
        ),
      );
      const reply = await wire.ask('tools/call', { name: 'pay' });
      const { data } = (reply.error ?? {}) as { data?: Record<string, { effect?: string }> };
      const effect =
        reply.error === undefined ? factsOf(reply)['effect'] : data?.['dev.errata/fault']?.effect;
      expect(effect).not.toBe('none');
    },
  );

  it('does not blame the caller for a schema error that the handler throws', async () => {
    const schemaError = z.object({ params: z.object({ upstream_key: z.string() }) });
    const records: FaultRecord[] = [];
    const server = create(() => schemaError.parse({ params: {} }));
    const wire = await connect(guard(server, { onFault: (record) => records.push(record) }));
    const reply = await wire.ask('tools/call', { name: 'pay' });
    expect(JSON.stringify(reply)).not.toMatch(/upstream_key|Nothing was changed/);
    expect(records).toMatchObject([{ mcp_error_code: 'UNEXPECTED', effect: 'unknown' }]);
  });
});

describe('a refinement that rejects', () => {
  it('ends nothing on SDK v1; on v2 the SDK itself does not survive it', async () => {
    const server = SERVERS[0][1]();
    const inputSchema = z.object({
      n: z.number().refine(async () => {
        await Promise.resolve();
        throw new Error('lookup failed');
      }),
    });
    server.registerTool('t', { inputSchema }, () => ({ content: [] }));
    const wire = await connect(guard(server));
    const reply = await wire.ask('tools/call', { name: 't', arguments: { n: 1 } });
    expect(factsOf(reply)).toMatchObject({ reason: 'INTERNAL_ERROR', effect: 'none' });
  });
});

describe('a handler of SDK v1 that throws at once', () => {
  it('is not blamed on the caller, for any issue paths', async () => {
    const server = new ServerV1({ name: 'low', version: '1' }, { capabilities: { resources: {} } });
    const upstream = z.object({ params: z.object({ uri: z.string() }) });
    server.setRequestHandler(
      ReadResourceRequestSchema,
      () => upstream.parse({ params: { uri: 7 } }) as never,
    );
    const wire = await connect(guard(server) as unknown as Registrar);
    const { error } = await wire.ask('resources/read', { uri: 'demo://x' });
    expect(error).toMatchObject({ code: -32603, data: { reason: 'UNEXPECTED' } });
  });
});

describe.each([
  ['SDK v1', createV1, StdioV1],
  ['SDK v2', createV2, StdioV2],
] as const)('a result whose toJSON fails the second time, on stdio of %s', (_, create, Stdio) => {
  it.each([
    ['a tool', 'tools/call', { name: 'weigh', arguments: { qty: 1 } }],
    ['a resource', 'resources/read', { uri: 'demo://thing' }],
    ['a prompt', 'prompts/get', { name: 'greet', arguments: { name: 'Ada' } }],
  ])('is sent as it was the first time: %s', async (_name, method, params) => {
    let written = 0;
    const json = { content: [], contents: [], messages: [] };
    const result = () => ({
      ...json,
      toJSON() {
        if (written++ === 1) throw new Error('written again');
        return json;
      },
    });
    const server = guard(create({ tool: result, resource: result, prompt: result }));
    const lines = createLines();
    await server.connect(new Stdio(lines.stdio.input, lines.stdio.output) as never);
    lines.write(requestLine('1', 'initialize', HELLO));
    await lines.reply(1);
    lines.write(requestLine('2', method, params));
    expect((await lines.reply(2)).result).toMatchObject(json);
    await server.close();
  });
});
