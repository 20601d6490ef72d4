import { createServer } from '@errata/core';
import type { Ref } from '@errata/core/internal';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { engram } from './catalog.js';
import { createEngramContract, type ErrorData, toJsonRpcError } from './contract.js';
import { McpErrorCategory, McpErrorReason } from './namespaces.js';

const zh = createEngramContract({ lang: 'zh' });

// Seed 002 abbreviates the id in §5; here it is complete.
const REF: Ref = 'corr-a1b2c3d4e5f67890';

const EXAMPLES = [
  {
    heading: '2.2 示例',
    thrown: () => engram.UNKNOWN_TOOL({ tool: 'nonexistent_tool' }),
    error: {
      code: -32602,
      message: '未知工具: nonexistent_tool',
      data: {
        category: 'validation',
        reason: 'UNKNOWN_TOOL',
        retryable: false,
        correlation_id: 'corr-a1b2c3d4e5f67890',
      },
    },
  },
  {
    heading: '5.1 参数错误 (缺少 name)',
    thrown: () => engram.MISSING_REQUIRED_PARAM({ param: 'name', method: 'tools/call' }),
    error: {
      code: -32602,
      message: '缺少必需参数: name',
      data: {
        category: 'validation',
        reason: 'MISSING_REQUIRED_PARAM',
        retryable: false,
        correlation_id: 'corr-a1b2c3d4e5f67890',
      },
    },
  },
  {
    heading: '5.2 未知工具 (name 不在可用工具列表)',
    thrown: () => engram.UNKNOWN_TOOL({ tool: 'xxx' }),
    error: {
      code: -32602,
      message: '未知工具: xxx',
      data: {
        category: 'validation',
        reason: 'UNKNOWN_TOOL',
        retryable: false,
        correlation_id: 'corr-a1b2c3d4e5f67890',
      },
    },
  },
];

describe('seed 002, MCP JSON-RPC 2.0 错误模型契约 v1', () => {
  it.each(EXAMPLES)('$heading: the error object, field for field', ({ thrown, error }) => {
    const made = toJsonRpcError(thrown(), { contract: zh, correlationId: REF });
    expect(made).toMatchObject(error);
  });

  it.each(EXAMPLES)('$heading: the reply of a running server', ({ thrown, error }) => {
    const server = createServer({
      contract: zh,
      era: '2025-11-25',
      methods: {
        'tools/call': () => {
          const fault = thrown();
          fault.adoptRef(REF);
          throw fault;
        },
      },
    });
    const reply = server.receive('{"jsonrpc":"2.0","id":1,"method":"tools/call"}') as string;
    expect(JSON.parse(reply)).toMatchObject({ jsonrpc: '2.0', id: 1, error });
  });

  it('2. 错误数据结构 (error.data): the interface has the seed’s members and types', () => {
    const least: ErrorData = {
      category: McpErrorCategory.VALIDATION,
      reason: McpErrorReason.UNKNOWN_TOOL,
      retryable: false,
    };
    const most: Required<ErrorData> = {
      ...least,
      correlation_id: REF,
      details: { tool: 'memory_store', service: 'openmemory' },
    };
    expect(Object.keys(most)).toEqual([
      'category',
      'reason',
      'retryable',
      'correlation_id',
      'details',
    ]);
    expectTypeOf<ErrorData['category']>().toEqualTypeOf<
      'protocol' | 'validation' | 'business' | 'dependency' | 'internal'
    >();
    expectTypeOf<ErrorData['reason']>().toExtend<string>();
    expectTypeOf<ErrorData['retryable']>().toEqualTypeOf<boolean>();
  });
});
