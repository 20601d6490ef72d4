import { McpErrorReason } from '@errata/catalogs/engram';
import type { Answer, Cell, Provocation, Wire } from '@errata/prove';
import { asInSeed } from './as-in-seed.js';
import type { EngramWorld } from './world.js';

type Provoke = Provocation<EngramWorld>;

const asAlice =
  (ask: (alice: Wire) => Promise<Answer>): Provoke['provoke'] =>
  async (world) =>
    ask((await world.main()).alice);

const onlyByToken = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'the one user of stdio may name another actor' : undefined;

const onlyModernHttp = ({ transport, era }: Cell): string | undefined =>
  transport === 'http' && era === '2026-07-28'
    ? undefined
    : 'only a request of 2026-07-28 over HTTP has to name its revision';

const WRONG_HASH = '0'.repeat(64);

/** −32700…−32602: texts that are no requests, and requests that ask for what is not there. */
export const REQUEST_FAILURES: readonly Provoke[] = [
  {
    reason: McpErrorReason.PARSE_ERROR,
    cause: 'A text that ends in the middle of an object',
    example: asInSeed('protocol', 'PARSE_ERROR', 'JSON 解析失败', false),
    provoke: asAlice((alice) => alice.send('{"jsonrpc":')),
  },
  {
    reason: McpErrorReason.INVALID_REQUEST,
    variant: 'version',
    cause: 'An object that does not say which JSON-RPC it is',
    example: asInSeed('protocol', 'INVALID_REQUEST', 'JSON-RPC 请求格式无效: <why>', false),
    provoke: asAlice((alice) => alice.send('{"id":"bare","method":"tools/list"}')),
  },
  {
    reason: McpErrorReason.INVALID_REQUEST,
    variant: 'method',
    cause: 'A request that names no method',
    example: asInSeed('protocol', 'INVALID_REQUEST', 'JSON-RPC 请求格式无效: <why>', false),
    provoke: asAlice((alice) => alice.send('{"jsonrpc":"2.0","id":"mute","params":{}}')),
  },
  {
    reason: McpErrorReason.INVALID_REQUEST,
    variant: 'params',
    cause: 'A request whose params are a text',
    example: asInSeed('protocol', 'INVALID_REQUEST', 'JSON-RPC 请求格式无效: <why>', false),
    provoke: asAlice((alice) =>
      alice.send('{"jsonrpc":"2.0","id":"text","method":"tools/list","params":"x"}'),
    ),
  },
  {
    reason: McpErrorReason.METHOD_NOT_FOUND,
    cause: 'A method that is misspelt',
    example: asInSeed('protocol', 'METHOD_NOT_FOUND', '请求的 method 不存在: tool/list', false),
    fields: ['details.method'],
    provoke: asAlice((alice) => alice.request('tool/list', {})),
  },
  {
    reason: McpErrorReason.MISSING_REQUIRED_PARAM,
    variant: 'method',
    cause: 'tools/call does not name the tool',
    example: asInSeed('validation', 'MISSING_REQUIRED_PARAM', '缺少必需参数: name', false),
    surface: 'rpc',
    provoke: asAlice((alice) => alice.request('tools/call', { arguments: {} })),
  },
  {
    reason: McpErrorReason.MISSING_REQUIRED_PARAM,
    variant: 'tool',
    cause: 'memory_query without a query',
    example: asInSeed('validation', 'MISSING_REQUIRED_PARAM', '缺少必需参数: query', false),
    fields: ['details.param', 'details.tool'],
    provoke: asAlice((alice) => alice.callTool('memory_query', { top_k: 3 })),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_TYPE,
    variant: 'method',
    cause: 'The arguments of a call are a number',
    example: asInSeed('validation', 'INVALID_PARAM_TYPE', '参数类型错误: <param>', false),
    surface: 'rpc',
    fields: ['details.param', 'details.method'],
    provoke: asAlice((alice) =>
      alice.request('tools/call', { name: 'memory_query', arguments: 5 }),
    ),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_TYPE,
    variant: 'tool',
    cause: 'A number of memories in words',
    example: asInSeed('validation', 'INVALID_PARAM_TYPE', '参数类型错误: top_k <types>', false),
    fields: ['details.param', 'details.expected', 'details.received', 'details.tool'],
    provoke: asAlice((alice) => alice.callTool('memory_query', { query: 'x', top_k: 'ten' })),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_VALUE,
    variant: 'range',
    cause: 'Fewer than no memories are asked for',
    example: asInSeed('validation', 'INVALID_PARAM_VALUE', '参数值无效: top_k <values>', false),
    fields: ['details.param', 'details.expected', 'details.tool'],
    provoke: asAlice((alice) => alice.callTool('memory_query', { query: 'x', top_k: -1 })),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_VALUE,
    variant: 'kind',
    cause: 'A kind of memory that does not exist',
    example: asInSeed('validation', 'INVALID_PARAM_VALUE', '参数值无效: kind <values>', false),
    fields: ['details.param', 'details.expected', 'details.tool'],
    provoke: asAlice((alice) =>
      alice.callTool('memory_store', { content: 'x', kind: 'UNSUPPORTED' }),
    ),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_VALUE,
    variant: 'hash',
    cause: 'Evidence whose bytes are not those of its hash',
    example: asInSeed('validation', 'INVALID_PARAM_VALUE', '参数值无效: sha256 <values>', false),
    fields: ['details.param', 'details.expected', 'details.tool'],
    provoke: asAlice((alice) =>
      alice.callTool('evidence_upload', { content: 'x', mime: 'text/plain', sha256: WRONG_HASH }),
    ),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_VALUE,
    variant: 'actor',
    cause: 'Somebody with a token of their own speaks for somebody else',
    example: asInSeed('validation', 'INVALID_PARAM_VALUE', '参数值无效: actor <values>', false),
    fields: ['details.param', 'details.expected', 'details.tool'],
    impossible: onlyByToken,
    provoke: asAlice((alice) => alice.callTool('memory_query', { query: 'x', actor: 'bob' })),
  },
  {
    reason: McpErrorReason.INVALID_PARAM_VALUE,
    variant: 'method',
    cause: 'A request does not name the revision that it is of',
    example: asInSeed('validation', 'INVALID_PARAM_VALUE', '参数值无效: <param>', false),
    impossible: onlyModernHttp,
    provoke: asAlice((alice) =>
      alice.send('{"jsonrpc":"2.0","id":"lost","method":"tools/list","params":{}}'),
    ),
  },
  {
    reason: McpErrorReason.UNKNOWN_TOOL,
    cause: 'A tool that does not exist',
    example: asInSeed('validation', 'UNKNOWN_TOOL', '未知工具: nonexistent_tool', false),
    surface: 'rpc',
    provoke: asAlice((alice) => alice.callTool('nonexistent_tool')),
  },
];
