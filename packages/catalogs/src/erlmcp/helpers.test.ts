import { describe, expect, it } from 'vitest';
import {
  encodeErrorResponse,
  errorCapabilityNotSupported,
  errorInternal,
  errorInvalidParams,
  errorInvalidRequest,
  errorMethodNotFound,
  errorNotInitialized,
  errorParse,
  errorPromptNotFound,
  errorResourceNotFound,
  errorToolNotFound,
  errorValidationFailed,
  type ErlmcpId,
} from './index.js';

// Typed from "Error Helper Functions" of seed 003: the helper, and the error object that it makes.
const HELPERS: readonly [string, (id: ErlmcpId) => string, string][] = [
  [
    'error_method_not_found',
    (id) => errorMethodNotFound(id, 'invalid/method'),
    '{"code":-32601,"message":"Method not found","data":{"method":"invalid/method"}}',
  ],
  [
    'error_invalid_params',
    (id) => errorInvalidParams(id, 'no uri'),
    '{"code":-32602,"message":"Invalid params","data":{"details":"no uri"}}',
  ],
  [
    'error_resource_not_found',
    (id) => errorResourceNotFound(id, 'file:///gone'),
    '{"code":-32001,"message":"Resource not found","data":{"uri":"file:///gone"}}',
  ],
  [
    'error_tool_not_found',
    (id) => errorToolNotFound(id, 'calculator'),
    '{"code":-32002,"message":"Tool not found","data":{"tool":"calculator"}}',
  ],
  [
    'error_prompt_not_found',
    (id) => errorPromptNotFound(id, 'greeting'),
    '{"code":-32003,"message":"Prompt not found","data":{"prompt":"greeting"}}',
  ],
  [
    'error_capability_not_supported',
    (id) => errorCapabilityNotSupported(id, 'sampling'),
    '{"code":-32004,"message":"Capability not supported","data":{"capability":"sampling"}}',
  ],
  [
    'error_not_initialized',
    (id) => errorNotInitialized(id),
    '{"code":-32005,"message":"Not initialized"}',
  ],
  [
    'error_validation_failed',
    (id) => errorValidationFailed(id, 'no such field'),
    '{"code":-32007,"message":"Validation failed","data":{"details":"no such field"}}',
  ],
  ['error_internal', (id) => errorInternal(id), '{"code":-32603,"message":"Internal error"}'],
  ['error_parse', (id) => errorParse(id), '{"code":-32700,"message":"Parse error"}'],
  [
    'the helper for an invalid request, which the seed names only in its tests',
    (id) => errorInvalidRequest(id),
    '{"code":-32600,"message":"Invalid Request"}',
  ],
];

// "ID Type Support": integer, string or binary, and null.
const IDS: readonly [ErlmcpId, string][] = [
  [1, '1'],
  [999999, '999999'],
  [9007199254740993n, '9007199254740993'],
  ['request-123', '"request-123"'],
  [null, 'null'],
];

describe('the helpers of seed 003', () => {
  it.each(HELPERS)('%s: the whole reply, under an ID of each type', (_name, helper, error) => {
    for (const [id, text] of IDS) {
      expect(helper(id)).toBe(`{"jsonrpc":"2.0","id":${text},"error":${error}}`);
    }
  });

  it('encode_error_response/3 is encode_error_response/4 without data', () => {
    expect(encodeErrorResponse(1, -32603, 'm')).toBe(
      encodeErrorResponse(1, -32603, 'm', undefined),
    );
  });
});
