import { defineFailures } from './failures.js';

/** The domain of JSON-RPC 2.0 itself. */
export const STANDARD_DOMAIN = 'jsonrpc';

/** The five failures of JSON-RPC 2.0 §5.1, as parts for any catalog that has no words of its own for them. */
export const standardFailures = defineFailures({
  PARSE_ERROR: {
    code: -32700,
    title: 'Parse error',
    category: 'protocol',
    condition: 'parse-error',
    when: 'The text is not valid JSON',
    context: { problem: 'string?' },
    recovery: 'fix_and_retry',
    suggestion: 'Send one complete JSON value in UTF-8',
    http: 400,
  },
  INVALID_REQUEST: {
    code: -32600,
    title: 'Invalid Request',
    category: 'protocol',
    condition: 'invalid-request',
    when: 'The JSON is not a request object',
    context: { problem: 'string?' },
    recovery: 'fix_and_retry',
    suggestion: 'Send an object with jsonrpc "2.0", an id and a method',
    http: 400,
  },
  METHOD_NOT_FOUND: {
    code: -32601,
    title: 'Method not found',
    category: 'protocol',
    condition: 'method-not-found',
    when: 'The method does not exist or is not available',
    context: { method: 'string?' },
    details: (c) =>
      c.method === undefined ? 'Method not found' : `No method ${JSON.stringify(c.method)}`,
    recovery: 'report_and_abort',
    suggestion: 'Call a method that the server advertises',
    http: 404,
  },
  INVALID_PARAMS: {
    code: -32602,
    title: 'Invalid params',
    category: 'validation',
    // With fields it is about the arguments of a call, which a model can correct; without, about the call itself.
    condition: (c) => (c.errors === undefined ? 'invalid-params' : 'validation'),
    when: 'The parameters do not fit the method',
    context: {
      errors: {
        type: 'object[]?',
        items: { field: 'string', message: 'string', expected: 'string?', received: 'string?' },
      },
    },
    details: (c) =>
      c.errors === undefined
        ? 'Invalid params'
        : c.errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
    recovery: 'fix_and_retry',
    suggestion: 'Correct the parameters and call again',
    http: 400,
  },
  INTERNAL_ERROR: {
    code: -32603,
    title: 'Internal error',
    category: 'internal',
    condition: 'internal',
    when: 'Something failed that is not the caller’s doing',
    details: 'Internal server error. Details are in the server log under the ref',
    recovery: 'report_and_abort',
    suggestion: 'Report the ref to the operator',
    effect: 'unknown',
    http: 500,
  },
});
