import { engramContract } from '@errata/catalogs/engram';
import { erlmcp, erlmcpContract } from '@errata/catalogs/erlmcp';
import { createRouterosContract, routeros } from '@errata/catalogs/routeros';
import type { FaultRecord } from '@errata/core';
import { ProtocolError as ClientError, ResourceNotFoundError } from '@modelcontextprotocol/client';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { ProtocolError, Server as ServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SDK_PEERS, type SdkPeer } from '../testing/sdk-peers.js';
import type { Behaviours } from '../testing/sdk-servers.js';
import { createWire, HELLO, type Message } from '../testing/wire.js';
import { guard, unguard, type GuardOptions, type SdkServer } from './index.js';

const META = 'dev.errata/fault';
const CANARY = 'hunter2-canary';

const fails = (thrown: () => unknown): Behaviours => {
  const run = () => {
    throw thrown();
  };
  return { tool: run, strictTool: run, resource: run, prompt: run, completion: run };
};

async function run(peer: SdkPeer, behaviours: Behaviours, options: GuardOptions = {}) {
  const records: FaultRecord[] = [];
  const server = peer.create(behaviours);
  guard(server, { onFault: (record) => records.push(record), ...options });
  return { ...(await peer.open(server)), records };
}

const factsOf = ({ result }: Message) =>
  (result?.['_meta'] as Record<string, Record<string, unknown>>)[META]!;
const textOf = ({ result }: Message) => (result!['content'] as { text: string }[])[0]!.text;

/** The four features that run the author's code, with how each is asked. */
const FEATURES: readonly (readonly [feature: string, method: string, params: object])[] = [
  ['a tool', 'tools/call', { name: 'weigh', arguments: { qty: 1 } }],
  ['a tool with an output schema', 'tools/call', { name: 'strict', arguments: {} }],
  ['a resource', 'resources/read', { uri: 'demo://thing' }],
  ['a resource template', 'resources/read', { uri: 'demo://things/7' }],
  ['a prompt', 'prompts/get', { name: 'greet', arguments: { name: 'Ada' } }],
  [
    'a completion',
    'completion/complete',
    {
      ref: { type: 'ref/resource', uri: 'demo://things/{id}' },
      argument: { name: 'id', value: 'a' },
    },
  ],
];

describe.each(SDK_PEERS)('a guarded server of $name', (peer) => {
  const modern = peer.era === '2026-07-28';

  it.each(FEATURES)('does not change the answer of a successful %s', async (_, method, params) => {
    const good: Behaviours = {
      strictTool: () => ({ content: [], structuredContent: { grams: 5 } }),
      resource: () => ({ contents: [{ uri: 'demo://thing', text: 'x' }] }),
      prompt: () => ({ messages: [] }),
    };
    const bare = await peer.open(peer.create(good));
    const guarded = await run(peer, good);
    expect(await guarded.ask(method, params)).toEqual(await bare.ask(method, params));
    expect(guarded.records).toEqual([]);
  });

  it.each(FEATURES)(
    'masks what %s did not declare, and tells the operator',
    async (_, method, params) => {
      const thrown = new Error(`postgres://admin:${CANARY}@db refused`, {
        cause: Object.assign(new Error('inner'), { data: { token: CANARY }, code: 11000 }),
      });
      const { ask, records } = await run(
        peer,
        fails(() => Object.assign(thrown, { code: 404, data: CANARY })),
      );
      const reply = await ask(method, params);
      expect(JSON.stringify(reply)).not.toContain(CANARY);
      expect(records).toHaveLength(1);
      const [record] = records;
      expect(record!.causes.map(({ name }) => name)).toEqual(['Error', 'Error']);
      expect(JSON.stringify(reply)).toContain(record!.ref);
      if (method === 'tools/call') {
        expect(reply.result).toMatchObject({ isError: true });
        expect(factsOf(reply)).toMatchObject({
          reason: 'UNEXPECTED',
          code: -32603,
          ref: record!.ref,
        });
      } else expect(reply.error).toMatchObject({ code: -32603 });
    },
  );

  it.each(FEATURES)(
    'keeps code and data of an SDK exception that %s throws',
    async (_, method, params) => {
      for (const create of [
        () => new McpError(-31003, 'No such thing', { thing_id: 7 }),
        () => new ProtocolError(-31003, 'No such thing', { thing_id: 7 }),
      ]) {
        const { ask } = await run(peer, fails(create));
        const reply = await ask(method, params);
        if (method === 'tools/call') {
          expect(textOf(reply)).toMatch(/^ERROR_31003: No such thing\. .* ref=corr-[0-9a-f]{16}$/);
          expect(factsOf(reply)).toMatchObject({ code: -31003, data: { thing_id: 7 } });
        } else {
          expect(reply.error).toMatchObject({
            code: -31003,
            message: 'No such thing',
            data: { thing_id: 7, [META]: { code: -31003, effect: 'unknown' } },
          });
        }
      }
    },
  );

  it('gives a declared failure the number, the surface and the data that contract and era ask for', async () => {
    const contract = createRouterosContract();
    const { ask } = await run(
      peer,
      fails(() =>
        routeros.DEVICE_UNREACHABLE({
          device_id: 'dev-1',
          management_address: '198.51.100.7:443',
          error_type: 'ECONNREFUSED',
        }),
      ),
      { contract },
    );
    const reply = await ask('tools/call', { name: 'ping' });
    if (modern) {
      expect(factsOf(reply)).toMatchObject({
        reason: 'DEVICE_UNREACHABLE',
        code: -31010,
        recovery_strategy: 'retry_with_backoff',
        retry_after: 60,
      });
      expect(reply.result).toMatchObject({ isError: true, resultType: 'complete' });
    } else {
      expect(reply.error).toMatchObject({
        code: -32010,
        data: { mcp_error_code: 'DEVICE_UNREACHABLE', recovery_strategy: 'retry_with_backoff' },
      });
    }
  });

  it('sends −32002 if the contract declares it, though v2 rewrites it', async () => {
    const { ask } = await run(
      peer,
      fails(() => erlmcp.TOOL_NOT_FOUND({ tool: 'x' })),
      {
        contract: erlmcpContract,
      },
    );
    const { error } = await ask('resources/read', { uri: 'demo://thing' });
    expect(error).toMatchObject({ code: modern ? -32602 : -32002 });
  });

  it('treats a fault that is returned like one that is thrown', async () => {
    const contract = createRouterosContract();
    const fault = () =>
      routeros.RATE_LIMITED({
        limit: '10/min',
        current_count: 11,
        device_id: 'd',
        retry_after: 9,
      });
    const { ask } = await run(
      peer,
      { tool: fault, strictTool: fault, prompt: fault },
      { contract, toolFailures: 'tool' },
    );
    for (const name of ['ping', 'strict']) {
      expect(factsOf(await ask('tools/call', { name, arguments: {} }))).toMatchObject({
        reason: 'RATE_LIMITED',
        retry_after: 9,
      });
    }
    expect(
      (await ask('prompts/get', { name: 'greet', arguments: { name: 'x' } })).error,
    ).toBeDefined();
  });

  it.each(FEATURES.slice(0, -1))(
    'answers once where the result of %s has no JSON',
    async (_, method, params) => {
      const cycle: Record<string, unknown> = {};
      cycle['cycle'] = cycle;
      const vanishing = { content: [], toJSON: () => undefined };
      const changing = { content: [], toJSON: () => 'x' };
      for (const result of [{ content: [], n: 1n }, cycle, undefined, null, vanishing, changing]) {
        const returns = () => result;
        const { ask, wire, records } = await run(peer, {
          ...{ tool: returns, strictTool: returns, resource: returns, prompt: returns },
        });
        const reply = await ask(method, params);
        expect(reply.error ?? reply.result).toBeDefined();
        expect(() => JSON.stringify(reply)).not.toThrow();
        expect(wire.replies.filter(({ id }) => id === reply.id)).toHaveLength(1);
        expect(records).toHaveLength(1);
        expect(records[0]).toMatchObject({
          method,
          effect: expect.not.stringMatching('none') as string,
        });
      }
    },
  );

  it('answers once if a completion has no JSON form', async () => {
    for (const values of [[1n], undefined, null]) {
      const { ask, wire, records } = await run(peer, { completion: () => values });
      const [, method, params] = FEATURES.at(-1)!;
      const reply = await ask(method, params);
      expect(wire.replies.filter(({ id }) => id === reply.id)).toHaveLength(1);
      // SDK v2 makes texts of what is none, and an empty list of a missing one.
      if (reply.error === undefined) expect(reply.result).toHaveProperty('completion.values');
      else expect([reply.error.code, records.length]).toEqual([-32603, 1]);
    }
  });

  it.each([
    ['no contract', undefined],
    ['erlmcp', erlmcpContract],
    ['routeros', createRouterosContract()],
    ['engram', engramContract],
  ])('sends the SDK’s error for an unknown resource, under %s', async (_, contract) => {
    const { ask } = await run(peer, {}, contract && { contract });
    const uri = 'demo://nowhere';
    const { code, message, data } = (await ask('resources/read', { uri })).error!;
    expect(data).toMatchObject({ uri });
    if (modern) {
      expect(data).toEqual({ uri });
      expect(ClientError.fromError(code, message, data)).toBeInstanceOf(ResourceNotFoundError);
    }
  });

  it.each(FEATURES)(
    'does not blame the caller for a schema error that %s throws',
    async (_, method, params) => {
      const schemaError = () => z.object({ upstream_key: z.string() }).safeParse({}).error;
      const { ask, records } = await run(peer, fails(schemaError));
      const reply = await ask(method, params);
      expect(JSON.stringify(reply)).not.toMatch(/upstream_key|Nothing was changed/);
      expect(records).toMatchObject([
        { mcp_error_code: expect.not.stringMatching(/INVALID/) as string, effect: 'unknown' },
      ]);
    },
  );

  it('reports field, expectation, received value and an example for wrong arguments', async () => {
    const { ask } = await run(peer, {});
    const reply = await ask('tools/call', {
      name: 'weigh',
      arguments: { qty: 'many', unit: 'stone' },
    });
    expect(textOf(reply).split('\n')).toEqual([
      expect.stringMatching(
        /^INVALID_INPUT: 2 problems with the input: qty, unit\. Nothing was changed\. .* ref=corr-/,
      ) as string,
      '- qty: Invalid input: expected number, received string; for example 1',
      '- unit: Invalid option: expected one of "kg"|"lb"; for example "kg"',
    ]);
    expect(factsOf(reply)).toMatchObject({
      reason: 'INVALID_INPUT',
      effect: 'none',
      data: {
        errors: [
          { field: 'qty', expected: 'number', received: 'string', example: 1 },
          { field: 'unit', expected: '"kg" | "lb"', received: 'string', example: 'kg' },
        ],
      },
    });
    const none = await ask('tools/call', { name: 'weigh' });
    expect(textOf(none)).toContain('qty: required; for example 1');
  });

  it('does not let an output schema hide a failure', async () => {
    const said = {
      content: [{ type: 'text', text: `No scale. key=sk-live-${CANARY}abcdefghijklmnop` }],
      structuredContent: { why: 'no scale' },
      isError: true,
    };
    const { ask, records } = await run(peer, { strictTool: () => said });
    const reply = await ask('tools/call', { name: 'strict', arguments: {} });
    expect(reply.result).toMatchObject({ isError: true });
    expect(textOf(reply)).toMatch(/^No scale\./);
    expect(textOf(reply)).not.toContain(CANARY);
    // Clients of the 2025 revisions would show their own complaint about it.
    expect('structuredContent' in reply.result!).toBe(modern);
    expect(records).toMatchObject([
      { event: 'tool_error', mcp_error_code: 'TOOL_REPORTED', tool_name: 'strict' },
    ]);
  });

  it.each([
    [
      'strict',
      { content: [], structuredContent: { grams: CANARY } },
      'it breaks the output schema',
    ],
    ['strict', { content: [] }, 'it breaks the output schema'],
    ['strict', undefined, 'the handler returned nothing'],
    ['ping', undefined, 'the handler returned nothing'],
    ['ping', null, 'the handler returned nothing'],
    ['ping', CANARY, 'it is not an object'],
    ['ping', { content: CANARY }, 'it is not a tool result'],
    ['ping', { content: [], n: 1n }, 'it has no JSON form'],
  ])('says of %s that returns %o that the work was done: %s', async (name, result, why) => {
    const masked: string[] = [];
    const returns = () => result;
    const { ask } = await run(
      peer,
      { tool: returns, strictTool: returns },
      { onMasked: (text) => masked.push(text) },
    );
    const reply = await ask('tools/call', { name, arguments: {} });
    const facts = factsOf(reply);
    expect(facts).toMatchObject({ reason: 'INTERNAL_ERROR', effect: 'done' });
    expect(reply.result).toMatchObject({
      content: [
        {
          text: `INTERNAL_ERROR: The tool ran, but its result could not be sent: ${why}. The change was made. Next: Report the ref to the operator. ref=${String(facts['ref'])}`,
        },
      ],
    });
    expect(masked).toHaveLength(1);
    expect(masked[0]).toContain(facts['ref']);
    expect(JSON.stringify(reply)).not.toContain(CANARY);
  });

  it('has effect and ref in the data of an error about a result without a JSON form', async () => {
    const { ask } = await run(peer, { resource: () => ({ contents: [], n: 1n }) });
    const { error } = await ask('resources/read', { uri: 'demo://thing' });
    expect(error).toMatchObject({
      code: -32603,
      message: 'The result could not be sent: it has no JSON form',
      data: {
        'dev.errata/fault': { effect: 'done', ref: expect.stringMatching(/^corr-/) as string },
      },
    });
  });

  it.each([
    ['tools/call', { name: 'wiegh' }, -32602, 'No tool "wiegh"; did you mean weigh?'],
    ['tools/call', { name: '__proto__' }, -32602, 'No tool "__proto__"'],
    ['tools/call', { nam: 'x' }, -32602, "Missing required 'name' parameter"],
    [
      'tools/call',
      { name: 'ping', arguments: [1] },
      -32602,
      'params.arguments must be of type object, not array',
    ],
    ['prompts/get', { name: 'gret' }, -32602, 'No prompt "gret"; did you mean greet?'],
    [
      'prompts/get',
      { name: 'greet', arguments: { name: 7 } },
      -32602,
      'params.arguments.name must be of type string, not number',
    ],
    [
      'prompts/get',
      { name: 'greet', arguments: { name: 'x'.repeat(30) } },
      -32602,
      '1 problem with the input: name',
    ],
    ['resources/read', {}, -32602, "Missing required 'uri' parameter"],
    ['no/such', {}, -32601, 'No method "no/such"'],
  ])('answers %s %j with %i', async (method, params, code, message) => {
    const { ask, records } = await run(peer, {});
    const { error } = await ask(method, params);
    expect(error).toMatchObject({ code, message });
    expect(records).toHaveLength(1);
  });

  it('reports a resource that is not there in the words of the era', async () => {
    const { ask } = await run(peer, {});
    expect((await ask('resources/read', { uri: 'demo://nothing' })).error).toEqual({
      code: modern ? -32602 : -32002,
      message: 'No resource "demo://nothing"',
      data: { uri: 'demo://nothing' },
    });
  });

  it('ends a call at its deadline, stops the handler and drops a late result', async () => {
    let stopped: unknown;
    let finish: (value: unknown) => void = () => {};
    const server = peer.create();
    (server as unknown as { registerTool: (...given: unknown[]) => unknown }).registerTool(
      'hang',
      {},
      (context: { signal?: AbortSignal; mcpReq?: { signal: AbortSignal } }) => {
        const signal = context.mcpReq?.signal ?? context.signal!;
        signal.addEventListener('abort', () => (stopped = signal.reason));
        return new Promise((resolve) => (finish = resolve));
      },
    );
    guard(server, { deadline: (method) => (method === 'tools/call' ? 20 : undefined) });
    const { ask, wire } = await peer.open(server);
    const reply = await ask('tools/call', { name: 'hang' });
    expect(factsOf(reply)).toMatchObject({ reason: 'TIMEOUT', effect: 'unknown' });
    expect(textOf(reply)).toContain('hang did not finish within 0.02 s');
    expect(stopped).toBe('hang did not finish within 0.02 s');
    const before = wire.replies.length;
    finish({ content: [] });
    await ask('tools/list');
    expect(wire.replies).toHaveLength(before + 1);
  });

  it('does not answer a cancelled call, but reports its outcome to the operator', async () => {
    const idle = () => {};
    let fail: (thrown: unknown) => void = idle;
    const { ask, wire, records } = await run(peer, {
      tool: () => new Promise((_, reject) => (fail = reject)),
    });
    void ask('tools/call', { name: 'ping' });
    await expect.poll(() => fail).not.toBe(idle);
    const id = modern ? 1 : 2;
    wire.tell('notifications/cancelled', { requestId: id });
    await ask('tools/list');
    fail(new Error('stopped'));
    await expect.poll(() => records.length).toBe(1);
    expect(wire.replies.filter((reply) => reply.id === id)).toEqual([]);
  });

  it('counts every call, failed or not', async () => {
    const calls: unknown[] = [];
    const { ask } = await run(
      peer,
      { prompt: fails(() => 1).prompt! },
      {
        onCall: ({ method, tool, fault }) => calls.push([method, tool, fault?.reason]),
      },
    );
    calls.length = 0;
    await ask('tools/call', { name: 'ping' });
    await ask('tools/call', { name: 'pong' });
    await ask('prompts/get', { name: 'greet', arguments: { name: 'x' } });
    expect(calls).toEqual([
      ['tools/call', 'ping', undefined],
      ['tools/call', 'pong', 'UNKNOWN_TOOL'],
      ['prompts/get', undefined, 'UNEXPECTED'],
    ]);
  });

  it('guards tools that are registered after guard, and after connect', async () => {
    const server = guard(peer.create());
    const registrar = server as unknown as { registerTool: (...given: unknown[]) => unknown };
    const boom = () => Promise.reject(new Error(CANARY));
    registrar.registerTool('after', {}, boom);
    const { ask } = await peer.open(server);
    await ask('tools/list');
    registrar.registerTool('later', {}, boom);
    for (const name of ['after', 'later']) {
      const reply = await ask('tools/call', { name });
      expect(factsOf(reply).reason).toBe('UNEXPECTED');
      expect(JSON.stringify(reply)).not.toContain(CANARY);
    }
  });

  it('unguard restores the server', async () => {
    const snapshot = (value: object) =>
      Object.fromEntries(
        Reflect.ownKeys(value).map((key) => [
          String(key),
          Object.getOwnPropertyDescriptor(value, key),
        ]),
      );
    const bare = fails(() => new McpError(-31003, 'No such thing', { a: 1 }));
    const server = peer.create(bare);
    const protocol = (server as unknown as { server: { _requestHandlers: object } }).server;
    const before = [server, protocol, protocol._requestHandlers].map(snapshot);
    guard(server);
    expect([server, protocol, protocol._requestHandlers].map(snapshot)).not.toEqual(before);
    unguard(server);
    expect([server, protocol, protocol._requestHandlers].map(snapshot)).toEqual(before);
    const [ours, theirs] = [await peer.open(server), await peer.open(peer.create(bare))];
    for (const [, method, params] of FEATURES) {
      expect(await ours.ask(method, params)).toEqual(await theirs.ask(method, params));
    }
  });
});

describe.each([
  ['SDK v1', () => lowLevelV1],
  ['SDK v2', () => lowLevelV2],
] as const)('a guarded low-level server of %s', (_, creator) => {
  const open = async (call: () => unknown, options: GuardOptions = {}) => {
    const server = creator()(call);
    guard(server, options);
    const wire = createWire();
    await (server as { connect(transport: never): Promise<void> }).connect(wire.transport);
    await wire.ask('initialize', HELLO);
    return wire;
  };

  it('masks exceptions of its tools, and marks them as failures', async () => {
    const wire = await open(() => {
      throw Object.assign(new Error(CANARY), { code: -32050, data: CANARY });
    });
    const reply = await wire.ask('tools/call', { name: 'any', arguments: {} });
    expect(factsOf(reply)).toMatchObject({ reason: 'UNEXPECTED' });
    expect(JSON.stringify(reply)).not.toContain(CANARY);
  });

  it('passes results through, and reports failed ones', async () => {
    const records: FaultRecord[] = [];
    const wire = await open(() => ({ content: [{ type: 'text', text: 'no' }], isError: true }), {
      onFault: (record) => records.push(record),
    });
    const { result } = await wire.ask('tools/call', { name: 'any', arguments: {} });
    expect(result).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true });
    expect(records.map(({ details }) => details)).toEqual(['no']);
  });

  it('guards the handler of last resort', async () => {
    const server = creator()(() => ({}));
    (server as { fallbackRequestHandler?: unknown }).fallbackRequestHandler = () =>
      Promise.reject(new Error(CANARY));
    guard(server);
    const wire = createWire();
    await (server as { connect(transport: never): Promise<void> }).connect(wire.transport);
    await wire.ask('initialize', HELLO);
    const reply = await wire.ask('own/method', {});
    expect(reply.error?.code).toBe(-32603);
    expect(JSON.stringify(reply)).not.toContain(CANARY);
  });
});

const lowLevelV1 = (call: () => unknown): SdkServer => {
  const server = new ServerV1({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, async () => call() as never);
  return server;
};

const lowLevelV2 = (call: () => unknown): SdkServer => {
  const server = new ServerV2({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async () => call() as never);
  return server;
};

describe('guard', () => {
  it('passes a URL elicitation request through', async () => {
    for (const peer of SDK_PEERS.filter(({ era }) => era === '2025-11-25')) {
      const create = peer.name === 'SDK v1' ? McpError : ProtocolError;
      const data = {
        elicitations: [{ mode: 'url', elicitationId: 'e', url: 'https://x.test/', message: 'm' }],
      };
      const { ask, records } = await run(
        peer,
        fails(() => new create(-32042, 'Visit', data)),
      );
      expect((await ask('tools/call', { name: 'ping' })).error).toMatchObject({
        code: -32042,
        data,
      });
      expect(records.map(({ mcp_error_code: reason }) => reason)).toEqual([
        'URL_ELICITATION_REQUIRED',
      ]);
    }
  });

  it('sends tool failures in the form of the option, or by host', async () => {
    const [peer] = SDK_PEERS as [SdkPeer];
    const surfaces = await Promise.all(
      (['rpc', 'tool', 'by-host'] as const).map(async (toolFailures) => {
        const { ask } = await run(
          peer,
          fails(() => new Error('x')),
          { toolFailures },
        );
        const { error } = await ask('tools/call', { name: 'ping' });
        return error === undefined ? 'tool' : 'rpc';
      }),
    );
    expect(surfaces).toEqual(['rpc', 'tool', 'tool']);
  });

  it('replaces an earlier guard of the same server', async () => {
    const [peer] = SDK_PEERS as [SdkPeer];
    const server = peer.create(fails(() => new Error('x')));
    const seen: string[] = [];
    guard(server, { onFault: () => seen.push('first') });
    guard(server, { onFault: () => seen.push('second') });
    const { ask } = await peer.open(server);
    await ask('tools/call', { name: 'ping' });
    expect(seen).toEqual(['second']);
  });

  it.each([undefined, null, 7, {}, new Map(), { server: {} }])('refuses %j', (given) => {
    expect(() => guard(given as never)).toThrow(/guard\(\) takes an McpServer or Server/);
    // @ts-expect-error an object without connect and close is no server
    expect(() => guard({}, {})).toThrow(TypeError);
  });

  it('survives observers that throw', async () => {
    const [peer] = SDK_PEERS as [SdkPeer];
    const fail = () => {
      throw new Error('observer');
    };
    const { ask } = await run(
      peer,
      fails(() => new Error('x')),
      { onFault: fail, onCall: fail },
    );
    expect((await ask('tools/call', { name: 'ping' })).result).toMatchObject({ isError: true });
  });
});
