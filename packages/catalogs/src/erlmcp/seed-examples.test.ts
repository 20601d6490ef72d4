import { createServer } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  erlmcp,
  erlmcpContract,
  errorInvalidParams,
  errorMethodNotFound,
  errorParse,
} from './index.js';

// Each row: the heading of seed 003, its literal payload, the helper that makes it, and the request that provokes it.
const EXAMPLES = [
  {
    heading: 'JSON-RPC 2.0 Compliance',
    text: errorInvalidParams('request-id', '...'),
    request: '{"jsonrpc":"2.0","id":"request-id","method":"call"}',
    thrown: () => erlmcp.INVALID_PARAMS({ details: '...' }),
    payload: {
      jsonrpc: '2.0',
      error: { code: -32602, message: 'Invalid params', data: { details: '...' } },
      id: 'request-id',
    },
  },
  {
    heading: 'Example 1: Method Not Found Error',
    text: errorMethodNotFound(42, 'invalid/method'),
    request: '{"jsonrpc":"2.0","id":42,"method":"invalid/method"}',
    payload: {
      jsonrpc: '2.0',
      id: 42,
      error: { code: -32601, message: 'Method not found', data: { method: 'invalid/method' } },
    },
  },
  {
    heading: 'Example 2: Invalid Params Error',
    text: errorInvalidParams('request-xyz', "Missing required 'uri' parameter"),
    request: '{"jsonrpc":"2.0","id":"request-xyz","method":"call"}',
    thrown: () => erlmcp.INVALID_PARAMS({ details: "Missing required 'uri' parameter" }),
    payload: {
      jsonrpc: '2.0',
      id: 'request-xyz',
      error: {
        code: -32602,
        message: 'Invalid params',
        data: { details: "Missing required 'uri' parameter" },
      },
    },
  },
  {
    heading: 'Example 3: Parse Error (Null ID)',
    text: errorParse(null),
    request: '{"jsonrpc":"2.0",',
    payload: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
  },
];

describe('seed 003, Gap #44: Error Response ID Consistency', () => {
  it.each(EXAMPLES)('$heading: from the helper, field for field', ({ text, payload }) => {
    expect(JSON.parse(text)).toEqual(payload);
  });

  it.each(
    EXAMPLES.flatMap((row) => (['2025-11-25', 'jsonrpc'] as const).map((era) => ({ ...row, era }))),
  )('$heading: from a running $era server, field for field', (row) => {
    const server = createServer({
      contract: erlmcpContract,
      era: row.era,
      methods: {
        call: () => {
          throw row.thrown?.();
        },
      },
    });
    const reply = server.receive(new TextEncoder().encode(row.request)) as string;
    expect(JSON.parse(reply)).toMatchObject(row.payload);
  });
});
