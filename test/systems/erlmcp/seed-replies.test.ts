import { openedForAll } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  connectSystem,
  expectComplete,
  ofReason,
  type Proven,
  proveOnce,
} from '@errata/testing/errata';

// Seed 003 against a running server: every reply here came over TCP or a pipe, from a real cause.

let proven: Proven;
let replies: Proven['replies'];
beforeAll(async () => {
  proven = await proveOnce('erlmcp', 'tcp');
  replies = proven.replies;
});

it('errata prove erlmcp reaches all declared failures by real causes', () => {
  expectComplete(proven, { declared: 16, impossible: ['VALIDATION_FAILED arguments'] });
});

/** "Error Code Constants" and VALID_ERROR_CODES: constant, number, message, and the member that its helper puts into data. */
const CODES = [
  ['JSONRPC_PARSE_ERROR', 'PARSE_ERROR', -32700, 'Parse error', undefined],
  ['JSONRPC_INVALID_REQUEST', 'INVALID_REQUEST', -32600, 'Invalid Request', 'details'],
  ['JSONRPC_METHOD_NOT_FOUND', 'METHOD_NOT_FOUND', -32601, 'Method not found', 'method'],
  ['JSONRPC_INVALID_PARAMS', 'INVALID_PARAMS', -32602, 'Invalid params', 'details'],
  ['JSONRPC_INTERNAL_ERROR', 'INTERNAL_ERROR', -32603, 'Internal error', undefined],
  ['MCP_ERROR_RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', -32001, 'Resource not found', 'uri'],
  ['MCP_ERROR_TOOL_NOT_FOUND', 'TOOL_NOT_FOUND', -32002, 'Tool not found', 'tool'],
  ['MCP_ERROR_PROMPT_NOT_FOUND', 'PROMPT_NOT_FOUND', -32003, 'Prompt not found', 'prompt'],
  [
    ...(['MCP_ERROR_CAPABILITY_NOT_SUPPORTED', 'CAPABILITY_NOT_SUPPORTED', -32004] as const),
    ...(['Capability not supported', 'capability'] as const),
  ],
  ['MCP_ERROR_NOT_INITIALIZED', 'NOT_INITIALIZED', -32005, 'Not initialized', undefined],
  ['SUBSCRIPTION_FAILED', 'SUBSCRIPTION_FAILED', -32006, 'Subscription failed', 'details'],
  ['MCP_ERROR_VALIDATION_FAILED', 'VALIDATION_FAILED', -32007, 'Validation failed', 'details'],
  ['TRANSPORT_ERROR', 'TRANSPORT_ERROR', -32008, 'Transport error', 'details'],
  ['TIMEOUT', 'TIMEOUT', -32009, 'Timeout', 'details'],
  ['RATE_LIMITED', 'RATE_LIMITED', -32010, 'Rate limited', 'details'],
  [
    ...(['TOOL_DESCRIPTION_TOO_LONG', 'TOOL_DESCRIPTION_TOO_LONG', -32011] as const),
    ...(['Tool description too long', 'details'] as const),
  ],
] as const;

describe('the error codes', () => {
  it.each(CODES)('%s: %s is %i "%s"', (_, reason, code, message, member) => {
    for (const reply of ofReason(replies, reason)) {
      expect(reply).toMatchObject({ code, message });
      if (member === undefined) expect(reply.reply['error']).not.toHaveProperty('data');
      else expect(reply.data[member]).toMatch(/\S/);
    }
  });

  it('no reply has a number outside of VALID_ERROR_CODES', () => {
    const seen = [...replies.values()].map(({ code }) => code);
    expect(new Set(seen)).toEqual(new Set(CODES.map(([, , code]) => code)));
  });
});

describe('the form of a reply', () => {
  it('is jsonrpc, id and error, in this order, and no result', () => {
    for (const { reply } of replies.values()) {
      expect(Object.keys(reply)).toEqual(['jsonrpc', 'id', 'error']);
      expect(reply['jsonrpc']).toBe('2.0');
    }
  });

  it('has an integer code, a text as message, and data only as an object', () => {
    for (const { reply } of replies.values()) {
      const { code, message, data = {} } = reply['error'] as Record<string, unknown>;
      expect([Number.isInteger(code), typeof message, typeof data]).toEqual([
        ...[true, 'string', 'object'],
      ]);
    }
  });

  it('has the id null only for PARSE_ERROR and INVALID_REQUEST', () => {
    const names = [...replies]
      .filter(([, { reply }]) => reply['id'] === null)
      .map(([name]) => name);
    expect(names).toContain('PARSE_ERROR encoding');
    for (const name of names) expect(name).toMatch(/^(?:PARSE_ERROR|INVALID_REQUEST) /);
  });

  it('"Example 3: Parse Error (Null ID)" is the whole reply to invalid UTF-8', () => {
    expect(replies.get('PARSE_ERROR encoding')!.reply).toEqual({
      ...{ jsonrpc: '2.0', id: null },
      error: { code: -32700, message: 'Parse error' },
    });
  });
});

describe('the examples, asked under the ids of the seed', () => {
  const wire = openedForAll(() => connectSystem('erlmcp', (folder) => ['--root', folder]));

  it.each([
    [
      'Example 1: Method Not Found Error',
      '{"jsonrpc":"2.0","id":42,"method":"invalid/method"}',
      { id: 42, code: -32601, message: 'Method not found', data: { method: 'invalid/method' } },
    ],
    [
      'Example 2: Invalid Params Error',
      '{"jsonrpc":"2.0","id":"request-xyz","method":"resources/read","params":{}}',
      {
        id: 'request-xyz',
        code: -32602,
        message: 'Invalid params',
        data: { details: "Missing required 'uri' parameter" },
      },
    ],
    [
      'JSON-RPC 2.0 Compliance',
      '{"jsonrpc":"2.0","id":"request-id","method":"tools/call","params":{}}',
      { id: 'request-id', code: -32602, message: 'Invalid params', data: { details: /\S/ } },
    ],
  ])('%s', async (_, request, { id, code, message, data }) => {
    const members = Object.entries(data).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]);
    expect((await wire.send(request)).message).toMatchObject({
      ...{ jsonrpc: '2.0', id },
      error: { code, message, data: Object.fromEntries(members) },
    });
  });
});
