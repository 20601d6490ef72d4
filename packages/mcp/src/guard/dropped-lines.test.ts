import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport as StdioV2 } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { createLines, requestLine, type Lines } from '../testing/lines.js';
import { HELLO } from '../testing/wire.js';
import { guard, unguard, type GuardOptions } from './index.js';

interface Connected {
  readonly lines: Lines;
  readonly server: McpServerV1 | McpServerV2;
  readonly transport: { readonly _readBuffer: object };
}

type Connect = (options?: GuardOptions) => Promise<Connected>;

const INFO = { name: 'x', version: '1' };

const waiting: ((result: object) => void)[] = [];

/** With a tool that answers when the test says so. */
function slow<S extends McpServerV1 | McpServerV2>(server: S): S {
  const run = () => new Promise<object>((resolve) => waiting.push(resolve));
  (server as McpServerV1).registerTool('slow', {}, run as never);
  return server;
}

async function begun(connected: Connected): Promise<Connected> {
  connected.lines.write(requestLine('"hello"', 'initialize', HELLO));
  await connected.lines.reply('hello');
  connected.lines.received.splice(0);
  return connected;
}

const HOSTS: readonly (readonly [string, Connect])[] = [
  [
    'SDK v1',
    async (options) => {
      const lines = createLines();
      const server = guard(slow(new McpServerV1(INFO)), options);
      const transport = new StdioV1(lines.stdio.input, lines.stdio.output);
      await server.connect(transport);
      return begun({ lines, server, transport: transport as never });
    },
  ],
  [
    'SDK v2',
    async (options) => {
      const lines = createLines();
      const server = guard(slow(new McpServerV2(INFO)), options);
      const transport = new StdioV2(lines.stdio.input, lines.stdio.output);
      await server.connect(transport);
      return begun({ lines, server, transport: transport as never });
    },
  ],
  [
    'serveStdio of SDK v2',
    async (options) => {
      const lines = createLines();
      const transport = new StdioV2(lines.stdio.input, lines.stdio.output);
      let server: McpServerV2 | undefined;
      serveStdio(() => (server = guard(slow(new McpServerV2(INFO)), options)), { transport });
      const connected = { lines, transport: transport as never };
      await begun({ ...connected, server: undefined as never });
      return { ...connected, server: server! };
    },
  ],
];

/** What is said after it is answered after it. */
async function repliesTo(lines: Lines, ...said: readonly string[]): Promise<readonly string[]> {
  lines.write(...said, requestLine('"after"', 'ping'));
  await lines.reply('after');
  // The first refusal has to be loaded.
  const deadline = Date.now() + 300_000;
  while (lines.received.length < 2 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return lines.received.filter((line) => !line.includes('"after"'));
}

describe.each(HOSTS)('lines that %s ignores', (_, connect) => {
  it.each([
    ['this is not JSON', undefined, -32700],
    ['{"jsonrpc":"2.0","id":7,"method":', '7', -32700],
    ['[]', undefined, -32600],
    [`[${requestLine('1', 'ping')},${requestLine('2', 'ping')}]`, undefined, -32600],
    ['{}', undefined, -32600],
    ['42', undefined, -32600],
    ['{"jsonrpc":"1.0","id":7,"method":"ping"}', '7', -32600],
    ['{"jsonrpc":"2.0","id":7,"method":42}', '7', -32600],
    ['{"jsonrpc":"2.0","id":"s","method":"ping","params":"x"}', '"s"', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', undefined, -32600],
    [requestLine('9007199254740993', 'ping'), '9007199254740993', -32600],
    [requestLine('7', 'ping', { _meta: 42 }), '7', -32602],
  ])('are answered: %s', async (line, id, code) => {
    const { lines } = await connect();
    const [reply, ...more] = await repliesTo(lines, line);
    expect(more).toEqual([]);
    expect(JSON.parse(reply!)).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect(/"id":("[^"]*"|[^,}]+)/.exec(reply!)?.[1]).toBe(id);
    lines.end();
  });

  it('reach the server if they only have an extra member, whatever the id is', async () => {
    const { lines } = await connect();
    lines.write('{"jsonrpc":"2.0","id":"e\\u0031","method":"ping","trace":{"a":1}}');
    expect((await lines.reply('e1')).text).toBe('{"result":{},"jsonrpc":"2.0","id":"e1"}');
    lines.end();
  });

  it.each([
    ['a blank line', '  \t\r'],
    ['a response that is none', '{"jsonrpc":"2.0","id":7,"result":1,"error":2}'],
    ['a response that is invalid JSON', '{"jsonrpc":"2.0","id":7,"result":{"roots":[],}}'],
    ['a response that is too long', `{"jsonrpc":"2.0","id":7,"result":"${'x'.repeat(11 << 20)}"}`],
    ['a notification that cannot be read', '{"jsonrpc":"2.0","method":"x/y","params":{"_meta":3}}'],
  ])('are not answered if it is %s', async (_what, line) => {
    const { lines } = await connect();
    // What comes first loads the refusals, so that the last one would be there.
    lines.write('no JSON', line);
    const replies = await repliesTo(lines, 'no JSON either');
    expect(replies.map((reply) => (JSON.parse(reply) as { error: object }).error)).toEqual([
      expect.objectContaining({ code: -32700 }),
      expect.objectContaining({ code: -32700 }),
    ]);
    lines.end();
  });

  it('are reported in the texts and the form of the contract', async () => {
    const warnings: string[] = [];
    const { lines } = await connect({
      contract: erlmcpContract,
      onFault: (record) => warnings.push(record.mcp_error_code),
    });
    const [reply] = await repliesTo(lines, 'no JSON');
    expect(JSON.parse(reply!)).toMatchObject({ id: null, error: { code: -32700 } });
    expect(warnings).toEqual(['PARSE_ERROR']);
    lines.end();
  });

  it.each([
    ['first', (text: string) => `{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"${text}"}}`],
    ['last', (text: string) => `{"method":"x","params":{"a":"${text}"},"jsonrpc":"2.0","id":7}`],
  ])('are refused over the SDK’s limit, with the id %s', async (_where, make) => {
    const { lines } = await connect();
    lines.write(requestLine('1', 'tools/call', { name: 'slow' }));
    lines.write(make('x'.repeat(11 << 20)), requestLine('2', 'ping'));
    expect((await lines.reply(7)).error).toMatchObject({ code: -32600 });
    expect((await lines.reply(2)).result).toEqual({});
    waiting.pop()!({ content: [] });
    expect((await lines.reply(1)).result).toBeDefined();
    lines.end();
  });

  it('fall again once the guard is out', async () => {
    const { lines, server, transport } = await connect();
    unguard(server);
    expect(Object.hasOwn(transport._readBuffer, 'readMessage')).toBe(false);
    lines.write('no JSON', requestLine('8', 'ping'));
    await lines.reply(8);
    expect(lines.received).toHaveLength(1);
    lines.end();
  });
});
