import { classify, createServer, type Handler } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { engram } from './catalog.js';
import { engramContract } from './contract.js';
import { ToolResultErrorCode } from './namespaces.js';
import { degradedResult, okResult, redirectResult, rejectResult, toToolResult } from './results.js';
import { RESULT_FORMS } from './scenarios.js';

interface Reply {
  readonly error?: { readonly code: number; readonly data: Readonly<Record<string, unknown>> };
  readonly result?: { readonly structuredContent: unknown };
}

function ask(text: string, handler: Handler): Reply {
  const server = createServer({
    contract: engramContract,
    era: '2025-11-25',
    methods: { 'tools/call': handler },
  });
  return JSON.parse(server.receive(text) as string) as Reply;
}

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_store"}}';

function throwing(make: () => unknown): Handler {
  return () => {
    throw make();
  };
}

/** What a schema library says of a parameter, as the code that checked it throws it. */
function issues(facts: object): unknown {
  const issue = { message: 'm', path: ['payload_md'], expected: 'string', ...facts };
  return classify({ issues: [issue] }, { input: true });
}

const quiet: Handler = () => ({});

describe('§1.1 on a server: the situation, the code and the category', () => {
  it.each([
    ['JSON 解析失败', '{"jsonrpc":', quiet, -32700, 'protocol'],
    ['请求格式无效: 缺少 method', '{"jsonrpc":"2.0","id":1}', quiet, -32600, 'protocol'],
    ['请求格式无效: 缺少 jsonrpc', '{"id":1,"method":"tools/call"}', quiet, -32600, 'protocol'],
    ['方法不存在', '{"jsonrpc":"2.0","id":1,"method":"nope"}', quiet, -32601, 'protocol'],
    [
      '参数校验失败: 缺少必需参数',
      CALL,
      throwing(() => issues({ received: 'undefined' })),
      -32602,
      'validation',
    ],
    [
      '参数校验失败: 类型错误',
      CALL,
      throwing(() => issues({ received: 'number' })),
      -32602,
      'validation',
    ],
    ['未知工具', CALL, throwing(() => engram.UNKNOWN_TOOL({ tool: 'x' })), -32602, 'validation'],
    [
      '工具执行器未注册',
      CALL,
      throwing(() => engram.TOOL_EXECUTOR_NOT_REGISTERED({ tool: 'memory_store' })),
      -32603,
      'internal',
    ],
    ['未处理的运行时异常', CALL, throwing(() => new TypeError('x')), -32603, 'internal'],
    [
      '依赖服务不可用',
      CALL,
      throwing(() => engram.OPENMEMORY_CONNECTION_FAILED({ service: 'openmemory' })),
      -32001,
      'dependency',
    ],
    ['业务策略拒绝', CALL, throwing(() => engram.AUTH_FAILED()), -32002, 'business'],
  ])('%s', (_situation, text, handler, code, category) => {
    const { error } = ask(text, handler);
    expect([error?.code, error?.data['category']]).toEqual([code, category]);
  });
});

describe('§1.2 on a server: each form of result arrives as a result', () => {
  const refusal = { error_code: ToolResultErrorCode.POLICY_REJECTED, message: 'no' };

  it.each([
    ['ok', okResult({})],
    ['results', okResult({ results: [] })],
    ['reject', rejectResult(refusal)],
    ['redirect', redirectResult({ outbox_id: 7 })],
    ['degraded', degradedResult({ results: [] })],
  ] as const)('%s', (form, result) => {
    const reply = ask(CALL, () => toToolResult(result, '2025-11-25'));
    expect(reply).not.toHaveProperty('error');
    expect(reply.result?.structuredContent).toMatchObject(RESULT_FORMS[form]);
  });
});
