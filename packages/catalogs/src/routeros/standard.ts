import { defineFailures } from '@errata/core/internal';
import { FIELD_ERRORS, validationDetails } from './field-errors.js';
import { cut } from './wording.js';

/** The five codes of JSON-RPC. −32603 has a reason of its own: INTERNAL_ERROR is −32000 in this contract. */
export const standardPart = defineFailures({
  PARSE_ERROR: {
    code: -32700,
    title: 'Parse error',
    name: 'Parse error',
    category: 'protocol',
    condition: 'parse-error',
    when: 'Malformed JSON in request body',
    context: { problem: 'string?' },
    details: 'Invalid JSON was received',
    recovery: 'fix_and_retry',
    suggestion: 'Send one complete JSON value in UTF-8',
    http: 400,
  },
  INVALID_REQUEST: {
    code: -32600,
    title: 'Invalid Request',
    name: 'Invalid Request',
    category: 'protocol',
    condition: 'invalid-request',
    when: 'Missing required fields (`jsonrpc`, `id`, `method`)',
    context: { problem: 'string?' },
    details: 'The JSON is not a valid Request object',
    recovery: 'fix_and_retry',
    suggestion: 'Send an object with jsonrpc "2.0", an id and a method',
    http: 400,
  },
  METHOD_NOT_FOUND: {
    code: -32601,
    title: 'Method not found',
    name: 'Method not found',
    category: 'protocol',
    // From 2026-07-28 on an unknown tool is −32602; an unknown method stays −32601.
    condition: (c) => (c.tool === undefined ? 'method-not-found' : 'unknown-tool'),
    when: 'Unknown MCP method or tool name',
    context: { method: 'string?', tool: 'string?' },
    details: (c) => {
      if (c.tool !== undefined) return `Unknown tool '${cut(c.tool)}'`;
      if (c.method !== undefined) return `Unknown method '${cut(c.method)}'`;
      return 'The method does not exist or is not available';
    },
    // A model can choose another tool; a method is chosen by the client's code, which does not get better by trying.
    recovery: {
      strategy: (c) => (c.tool === undefined ? 'report_and_abort' : 'fix_and_retry'),
    },
    retryable: false,
    suggestion: (c) =>
      c.tool === undefined
        ? 'Call a method that the server advertises'
        : 'Use tools/list to see all available tools',
    http: 404,
  },
  INVALID_PARAMS: {
    code: -32602,
    title: 'Invalid params',
    name: 'Invalid params',
    category: 'protocol',
    condition: 'invalid-params',
    when: 'Missing required params, wrong types, validation errors',
    context: {
      mcp_error_code: {
        type: 'string?',
        description: 'A narrower word than INVALID_PARAMS, sent in its place',
      },
      device_id: 'string?',
      field: 'string?',
      value: 'string?',
      expected: 'string?',
      problem: 'string?',
      errors: FIELD_ERRORS,
    },
    details: (c) => validationDetails(c) ?? 'Invalid method parameters',
    recovery: 'fix_and_retry',
    http: 400,
  },
  INTERNAL_JSONRPC_ERROR: {
    code: -32603,
    title: 'Internal error',
    name: 'Internal error',
    category: 'protocol',
    condition: 'internal',
    when: 'Unexpected server errors, crashes',
    details: 'Internal JSON-RPC error',
    recovery: 'report_and_abort',
    effect: 'unknown',
    http: 500,
  },
});
