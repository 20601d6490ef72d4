import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createLines, ENVELOPE, requestLine } from '../testing/lines.js';
import { createV1, createV2, type Behaviours } from '../testing/sdk-servers.js';
import { HELLO } from '../testing/wire.js';
import { serveStdio, type ServedSdk } from '../index.js';
import type { SdkServer } from '../guard/index.js';

interface Case {
  readonly name: string;
  readonly create: (behaviours?: Behaviours) => SdkServer;
  readonly modern: boolean;
}

const CASES: readonly Case[] = [
  { name: 'SDK v1', create: createV1, modern: false },
  { name: 'SDK v2 on 2025-11-25', create: createV2, modern: false },
  { name: 'SDK v2 on 2026-07-28', create: createV2, modern: true },
];

async function open(served: ServedSdk, { modern }: Case) {
  const lines = createLines();
  const serving = await serveStdio(served, lines.stdio);
  const meta = modern ? { _meta: ENVELOPE } : {};
  const ask = (id: string, method: string, params: object = {}) =>
    lines.write(requestLine(id, method, { ...params, ...meta }));
  if (!modern) {
    ask('"hello"', 'initialize', HELLO);
    await lines.reply('hello');
    lines.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  }
  return { ...lines, ask, serving };
}

describe.each(CASES)('a server of $name behind the stdio edge', (peer) => {
  const call = { name: 'ping' };

  it.each(['7', '0', '-3', '""', '"ключ"', '9007199254740993', '1.0', '1e2'])(
    'gives the id %s back as it came',
    async (id) => {
      const { ask, reply } = await open(() => peer.create(), peer);
      ask(id, 'tools/call', call);
      const { text } = await reply(JSON.parse(id));
      expect(text).toContain(`"id":${id},"result":`);
    },
  );

  it.each([
    ['broken JSON with an id', '{"jsonrpc":"2.0","id":5,"method":"tools/call"', -32700, 5],
    ['broken JSON', 'hello', -32700, undefined],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, undefined],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, undefined],
    ['another version', '{"jsonrpc":"1.0","id":5,"method":"ping"}', -32600, 5],
    ['a batch', '[{"jsonrpc":"2.0","id":5,"method":"ping"}]', -32600, undefined],
    ['an empty batch', '[]', -32600, undefined],
    ['params by position', '{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', -32600, 5],
  ])('answers %s, which the SDK ignores, and continues', async (_, line, code, id) => {
    const { write, ask, reply } = await open(() => peer.create(), peer);
    write(line);
    const answer = await reply(id);
    expect(answer.error?.code).toBe(code);
    expect('id' in answer).toBe(id !== undefined);
    ask('"next"', 'tools/call', call);
    expect((await reply('next')).result).toBeDefined();
  });

  it.each([
    ['_meta that is no object', 'ping', '{"_meta":5}'],
    ['_meta that is null', 'tools/list', '{"_meta":null}'],
    ['a list as _meta', 'tools/call', '{"name":"ping","_meta":[]}'],
    ['a progress token that is an object', 'tools/list', '{"_meta":{"progressToken":{}}}'],
    ['a task without an id', 'tools/list', '{"_meta":{"io.modelcontextprotocol/related-task":{}}}'],
    ['a cursor that is a number', 'tools/list', '{"cursor":5}'],
  ])('answers %s, which the SDK rejects, with invalid params', async (_, method, params) => {
    const { write, ask, reply } = await open(() => peer.create(), peer);
    const given = JSON.parse(params) as { _meta?: unknown };
    const sent = '_meta' in given || !peer.modern ? given : { ...given, _meta: ENVELOPE };
    write(JSON.stringify({ jsonrpc: '2.0', id: 5, method, params: sent }));
    expect((await reply(5)).error?.code).toBe(-32602);
    ask('"next"', 'tools/call', call);
    expect((await reply('next')).result).toBeDefined();
  });

  it('refuses a second request under an id in flight, and answers the first', async () => {
    let finish: ((value: object) => void) | undefined;
    const { ask, received, reply } = await open(
      () => peer.create({ tool: () => new Promise((resolve) => (finish = resolve)) }),
      peer,
    );
    ask('5', 'tools/call', call);
    ask('5.0', 'tools/call', call);
    const refused = await reply(5);
    expect(refused.error).toMatchObject({ code: -32600, data: { problem: 'id-in-use' } });
    await expect.poll(() => finish).toBeDefined();
    finish!({ content: [] });
    await expect.poll(() => received.filter((line) => line.includes('"id":5,')).length).toBe(1);
  });

  it('does not answer a cancelled request, with any id', async () => {
    for (const id of ['0', '"x"', '9007199254740991']) {
      const result = { content: [] };
      let finish: ((value: object) => void) | undefined;
      // The first call ends when the second one begins, which is after it was cancelled.
      const tool = () => {
        finish?.(result);
        return finish ? result : new Promise<object>((resolve) => (finish = resolve));
      };
      const { ask, write, reply, received } = await open(() => peer.create({ tool }), peer);
      ask(id, 'tools/call', call);
      write(
        `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"enough"}}`,
      );
      ask('"next"', 'tools/call', call);
      await reply('next');
      const answers = received.filter((line) => line.startsWith(`{"jsonrpc":"2.0","id":${id},`));
      expect(answers).toEqual([]);
    }
  });

  it('answers requests in flight at the end of input, and ends', async () => {
    const { ask, end, serving, received } = await open(
      () =>
        peer.create({
          tool: () => new Promise((resolve) => setTimeout(() => resolve({ content: [] }), 20)),
        }),
      peer,
    );
    for (let id = 100; id < 110; id++) ask(String(id), 'tools/call', call);
    end();
    await serving.closed;
    expect(received.filter((line) => /"id":10\d,"result"/.test(line))).toHaveLength(10);
  });

  it('answers five hundred failing calls once each, under their own ids', async () => {
    const { ask, received } = await open(
      () => peer.create({ tool: () => Promise.reject(new Error('no')) }),
      peer,
    );
    const ids = Array.from({ length: 500 }, (_, index) => String(1000 + index));
    for (const id of ids) ask(id, 'tools/call', call);
    await expect
      .poll(() => received.length, { timeout: 300_000 })
      .toBe(500 + (peer.modern ? 0 : 1));
    const seen = received.map((line) => /"id":(\d+),/.exec(line)?.[1]).filter(Boolean);
    expect(seen.sort()).toEqual(ids);
  });
});

describe('what the server says unasked', () => {
  it.each([
    ['SDK v1', CASES[0]!],
    ['SDK v2', CASES[1]!],
  ])('gets through in both directions: %s', async (_, peer) => {
    const server =
      peer.name === 'SDK v1'
        ? new McpServerV1({ name: 'x', version: '1' })
        : new McpServerV2({ name: 'x', version: '1' });
    const registrar = server as unknown as {
      registerTool(name: string, config: object, run: (context: never) => unknown): void;
      server: { createMessage(params: object): Promise<{ model: string }> };
    };
    registrar.registerTool('ask', {}, async (context: never) => {
      const { sendNotification, mcpReq } = context as {
        sendNotification?: (message: object) => Promise<void>;
        mcpReq?: { notify: (message: object) => Promise<void> };
      };
      await (sendNotification ?? mcpReq!.notify)({
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1 },
      });
      const { model } = await registrar.server.createMessage({ messages: [], maxTokens: 1 });
      return { content: [{ type: 'text', text: model }] };
    });
    const lines = createLines();
    await serveStdio(server, lines.stdio);
    lines.write(
      requestLine('1', 'initialize', { ...HELLO, capabilities: { sampling: {} } }),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      requestLine('2', 'tools/call', { name: 'ask' }),
    );
    await expect.poll(() => lines.received.some((line) => line.includes('sampling/'))).toBe(true);
    const [question] = lines.received
      .map((line) => JSON.parse(line) as { id: number; method?: string })
      .filter(({ method }) => method === 'sampling/createMessage');
    lines.write(
      `{"jsonrpc":"2.0","id":${question!.id},"result":{"role":"assistant","model":"m-1","content":{"type":"text","text":"hi"}}}`,
    );
    expect((await lines.reply(2)).result).toMatchObject({ content: [{ text: 'm-1' }] });
    expect(lines.received.some((line) => line.includes('notifications/progress'))).toBe(true);
  });
});

describe('an instance instead of a factory', () => {
  it('is served in the generation that the client speaks', async () => {
    for (const peer of CASES) {
      const { ask, reply } = await open(peer.create(), peer);
      ask('1', 'tools/call', { name: 'ping' });
      expect((await reply(1)).result).toBeDefined();
    }
  });

  it('is served to a client that tries the new generation first and falls back', async () => {
    const lines = createLines();
    await serveStdio(createV2(), lines.stdio);
    lines.write(requestLine('1', 'server/discover', { _meta: ENVELOPE }));
    expect((await lines.reply(1)).result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    lines.write(requestLine('2', 'initialize', HELLO));
    expect((await lines.reply(2)).result).toMatchObject({ protocolVersion: '2025-11-25' });
    lines.write(requestLine('3', 'tools/call', { name: 'ping' }));
    expect((await lines.reply(3)).result).toBeDefined();
  });
});

describe('a factory that fails', () => {
  it('rejects at once if the first call fails', async () => {
    const { stdio } = createLines();
    const broken = () => {
      throw new Error('no configuration');
    };
    await expect(serveStdio(broken, stdio)).rejects.toThrow('no configuration');
  });

  it('answers each request with a masked failure if it fails later', async () => {
    let made = 0;
    const lines = createLines();
    await serveStdio(() => {
      if (made++ > 0) throw new Error('postgres://admin:hunter2@db');
      return createV2();
    }, lines.stdio);
    lines.write(requestLine('1', 'server/discover', { _meta: ENVELOPE }));
    await lines.reply(1);
    lines.write(requestLine('2', 'initialize', HELLO));
    const { text, error } = await lines.reply(2);
    expect(error).toMatchObject({ code: -32603 });
    expect(text).not.toContain('hunter2');
  });
});
