import type { Cell, Provocation } from '@errata/prove';
import { failure, onMain } from './failure.js';
import type { EngramWorld } from './world.js';

const onlyByToken = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'the one user of stdio may name another actor' : undefined;

const onlyModernHttp = ({ transport, era }: Cell): string | undefined =>
  transport === 'http' && era === '2026-07-28'
    ? undefined
    : 'only a request of 2026-07-28 over HTTP has to name its revision';

const WRONG_HASH = '0'.repeat(64);

const invalidRequest = failure('protocol', 'INVALID_REQUEST', 'JSON-RPC 请求格式无效: <why>');

const invalidValue = (param: string) =>
  failure('validation', 'INVALID_PARAM_VALUE', `参数值无效: ${param} <values>`, {
    details: ['param', 'expected', 'tool'],
  });

/** −32700…−32602: texts that are no requests, and requests that ask for what is not there. */
export const REQUEST_FAILURES: readonly Provocation<EngramWorld>[] = [
  {
    ...failure('protocol', 'PARSE_ERROR', 'JSON 解析失败'),
    cause: 'A text that ends in the middle of an object',
    provoke: onMain(({ alice }) => alice.send('{"jsonrpc":')),
  },
  {
    ...invalidRequest,
    variant: 'version',
    cause: 'An object that does not say which JSON-RPC it is',
    provoke: onMain(({ alice }) => alice.send('{"id":"bare","method":"tools/list"}')),
  },
  {
    ...invalidRequest,
    variant: 'method',
    cause: 'A request that names no method',
    provoke: onMain(({ alice }) => alice.send('{"jsonrpc":"2.0","id":"mute","params":{}}')),
  },
  {
    ...invalidRequest,
    variant: 'params',
    cause: 'A request whose params are a text',
    provoke: onMain(({ alice }) =>
      alice.send('{"jsonrpc":"2.0","id":"text","method":"tools/list","params":"x"}'),
    ),
  },
  {
    ...failure('protocol', 'METHOD_NOT_FOUND', '请求的 method 不存在: tool/list', {
      details: ['method'],
    }),
    cause: 'A method that is misspelt',
    provoke: onMain(({ alice }) => alice.request('tool/list', {})),
  },
  {
    ...failure('validation', 'MISSING_REQUIRED_PARAM', '缺少必需参数: name'),
    variant: 'method',
    cause: 'tools/call does not name the tool',
    surface: 'rpc',
    provoke: onMain(({ alice }) => alice.request('tools/call', { arguments: {} })),
  },
  {
    ...failure('validation', 'MISSING_REQUIRED_PARAM', '缺少必需参数: query', {
      details: ['param', 'tool'],
    }),
    variant: 'tool',
    cause: 'memory_query without a query',
    provoke: onMain(({ alice }) => alice.callTool('memory_query', { top_k: 3 })),
  },
  {
    ...failure('validation', 'INVALID_PARAM_TYPE', '参数类型错误: <param>', {
      details: ['param', 'method'],
    }),
    variant: 'method',
    cause: 'The arguments of a call are a number',
    surface: 'rpc',
    provoke: onMain(({ alice }) =>
      alice.request('tools/call', { name: 'memory_query', arguments: 5 }),
    ),
  },
  {
    ...failure('validation', 'INVALID_PARAM_TYPE', '参数类型错误: top_k <types>', {
      details: ['param', 'expected', 'received', 'tool'],
    }),
    variant: 'tool',
    cause: 'A number of memories in words',
    provoke: onMain(({ alice }) => alice.callTool('memory_query', { query: 'x', top_k: 'ten' })),
  },
  {
    ...invalidValue('top_k'),
    variant: 'range',
    cause: 'Fewer than no memories are asked for',
    provoke: onMain(({ alice }) => alice.callTool('memory_query', { query: 'x', top_k: -1 })),
  },
  {
    ...invalidValue('kind'),
    variant: 'kind',
    cause: 'A kind of memory that does not exist',
    provoke: onMain(({ alice }) =>
      alice.callTool('memory_store', { content: 'x', kind: 'UNSUPPORTED' }),
    ),
  },
  {
    ...invalidValue('sha256'),
    variant: 'hash',
    cause: 'Evidence whose bytes are not those of its hash',
    provoke: onMain(({ alice }) =>
      alice.callTool('evidence_upload', { content: 'x', mime: 'text/plain', sha256: WRONG_HASH }),
    ),
  },
  {
    ...invalidValue('actor'),
    variant: 'actor',
    cause: 'A user with an own token names another actor',
    impossible: onlyByToken,
    provoke: onMain(({ alice }) => alice.callTool('memory_query', { query: 'x', actor: 'bob' })),
  },
  {
    ...failure('validation', 'INVALID_PARAM_VALUE', '参数值无效: <param>'),
    variant: 'method',
    cause: 'A request does not name the revision that it is of',
    impossible: onlyModernHttp,
    provoke: onMain(({ alice }) =>
      alice.send('{"jsonrpc":"2.0","id":"lost","method":"tools/list","params":{}}'),
    ),
  },
  {
    ...failure('validation', 'UNKNOWN_TOOL', '未知工具: nonexistent_tool'),
    cause: 'A tool that does not exist',
    surface: 'rpc',
    provoke: onMain(({ alice }) => alice.callTool('nonexistent_tool')),
  },
];
