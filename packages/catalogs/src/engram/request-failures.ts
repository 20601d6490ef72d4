import { defineFailures } from '@errata/core/internal';
import type { Condition } from '@errata/core';
import { ENGRAM_MESSAGES, type EngramContext } from './messages.js';
import { McpErrorCode } from './namespaces.js';

const { en } = ENGRAM_MESSAGES;

const method = {
  type: 'string?',
  description: 'Given where it is a parameter of the method itself',
} as const;

/** What is wrong with the request: categories protocol (§3.1) and validation (§3.2). `name` is the seed's column 说明. */
export const requestFailures = defineFailures({
  PARSE_ERROR: {
    code: McpErrorCode.PARSE_ERROR,
    title: 'Parse error',
    name: 'JSON 解析失败',
    category: 'protocol',
    condition: 'parse-error',
    context: { problem: 'string?' },
    details: en.PARSE_ERROR,
    recovery: 'fix_and_retry',
    suggestion: 'Send one complete JSON value in UTF-8',
    http: 400,
  },
  INVALID_REQUEST: {
    code: McpErrorCode.INVALID_REQUEST,
    title: 'Invalid request',
    name: 'JSON-RPC 请求格式无效',
    category: 'protocol',
    condition: 'invalid-request',
    context: { problem: 'string?' },
    details: en.INVALID_REQUEST,
    recovery: 'fix_and_retry',
    suggestion: 'Send an object with jsonrpc "2.0", an id and a method',
    http: 400,
  },
  METHOD_NOT_FOUND: {
    code: McpErrorCode.METHOD_NOT_FOUND,
    title: 'Method not found',
    name: '请求的 method 不存在',
    category: 'protocol',
    condition: 'method-not-found',
    context: { method: 'string' },
    details: en.METHOD_NOT_FOUND,
    recovery: 'report_and_abort',
    suggestion: 'Call a method that the gateway advertises',
  },
  MISSING_REQUIRED_PARAM: {
    code: McpErrorCode.INVALID_PARAMS,
    title: 'Missing required parameter',
    name: '缺少必需参数',
    category: 'validation',
    // Needs the name of the missing parameter; without it the reason is INVALID_PARAM_VALUE.
    condition: (c) => (c.param === undefined ? undefined : conditionOf(c)),
    context: { param: 'string', tool: 'string?', method },
    details: en.MISSING_REQUIRED_PARAM,
    recovery: 'fix_and_retry',
    suggestion: 'Add the parameter and call again',
  },
  INVALID_PARAM_TYPE: {
    code: McpErrorCode.INVALID_PARAMS,
    title: 'Invalid parameter type',
    name: '参数类型错误',
    category: 'validation',
    condition: (c) => (c.param === undefined ? undefined : conditionOf(c)),
    context: {
      param: 'string',
      expected: { type: 'string?', description: 'The type that is wanted' },
      received: { type: 'string?', description: 'The type that was given, never the value' },
      tool: 'string?',
      method,
    },
    details: en.INVALID_PARAM_TYPE,
    recovery: 'fix_and_retry',
    suggestion: 'Correct the type and call again',
  },
  INVALID_PARAM_VALUE: {
    code: McpErrorCode.INVALID_PARAMS,
    title: 'Invalid parameter value',
    name: '参数值无效',
    category: 'validation',
    condition: (c) => conditionOf(c),
    context: {
      param: 'string?',
      expected: { type: 'string?', description: 'The values that are allowed' },
      tool: 'string?',
      method,
    },
    details: en.INVALID_PARAM_VALUE,
    recovery: 'fix_and_retry',
    suggestion: 'Correct the parameter and call again',
  },
  UNKNOWN_TOOL: {
    code: McpErrorCode.INVALID_PARAMS,
    title: 'Unknown tool',
    name: 'tools/call 中指定的工具不存在',
    category: 'validation',
    condition: 'unknown-tool',
    context: { tool: 'string' },
    details: en.UNKNOWN_TOOL,
    recovery: 'fix_and_retry',
    suggestion: 'Use a tool that this server lists (tools/list)',
  },
});

/** The parameters of a method belong to the protocol; the arguments of a tool fail as the tool does. */
function conditionOf({ method: itself }: EngramContext): Condition {
  return itself === undefined ? 'validation' : 'invalid-params';
}
