import { createServer, type Handler } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  encodeErrorResponse,
  erlmcp,
  erlmcpContract,
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
  VALID_ERROR_CODES,
} from './index.js';

// Seed 003, "Test Coverage", groups 9 and 10: whole replies and whole exchanges.

const ERAS = ['2025-11-25', 'jsonrpc'] as const;

interface Reply {
  readonly id: unknown;
  readonly error: { code: number; message: string; data?: Record<string, unknown> };
}

function read(reply: string | undefined): Reply {
  return JSON.parse(reply!) as Reply;
}

const EVERY_HELPER = [
  errorParse(null),
  errorInvalidRequest(null),
  errorMethodNotFound(1, 'm'),
  errorInvalidParams(2, 'd'),
  errorInternal(3),
  errorResourceNotFound('4', 'u:'),
  errorToolNotFound('5', 't'),
  errorPromptNotFound('6', 'p'),
  errorNotInitialized(7),
  errorValidationFailed(8, 'd'),
];

/** A small server: one file, no tools, no prompts, and it has to be initialized. */
function createSample(era: (typeof ERAS)[number]) {
  let initialized = false;
  const guarded =
    (handler: Handler): Handler =>
    (params, call) => {
      if (!initialized) throw erlmcp.NOT_INITIALIZED();
      return handler(params, call);
    };
  return createServer({
    contract: erlmcpContract,
    era,
    methods: {
      initialize: () => {
        initialized = true;
        return {};
      },
      'resources/read': guarded((params) => {
        const { uri } = (params ?? {}) as { uri?: string };
        if (uri === undefined) {
          throw erlmcp.INVALID_PARAMS({ details: "Missing required 'uri' parameter" });
        }
        if (uri !== 'file:///a.txt') throw erlmcp.RESOURCE_NOT_FOUND({ uri });
        return { contents: [] };
      }),
      'tools/call': guarded((params) => {
        throw erlmcp.TOOL_NOT_FOUND({ tool: (params as { name: string }).name });
      }),
      'prompts/get': guarded((params) => {
        throw erlmcp.PROMPT_NOT_FOUND({ prompt: (params as { name: string }).name });
      }),
    },
  });
}

describe('JSON-RPC Compliance Tests', () => {
  it('Response has jsonrpc field', () => {
    for (const reply of EVERY_HELPER) expect(JSON.parse(reply)).toHaveProperty('jsonrpc', '2.0');
  });

  it('Response has id field', () => {
    for (const reply of EVERY_HELPER) expect(JSON.parse(reply)).toHaveProperty('id');
  });

  it('Response has error field', () => {
    for (const reply of EVERY_HELPER) {
      const { error } = read(reply);
      expect(Number.isInteger(error.code)).toBe(true);
      expect(error.message).not.toBe('');
    }
  });

  it('Response no result field', () => {
    for (const reply of EVERY_HELPER) expect(JSON.parse(reply)).not.toHaveProperty('result');
  });

  it('Valid JSON structure', () => {
    for (const reply of EVERY_HELPER) expect(JSON.stringify(JSON.parse(reply))).toBe(reply);
  });

  it('ID before error field', () => {
    for (const reply of EVERY_HELPER) {
      expect(Object.keys(JSON.parse(reply) as object)).toEqual(['jsonrpc', 'id', 'error']);
    }
  });

  it.each(VALID_ERROR_CODES.map((code) => [code]))('sends %i as it is', (code) => {
    expect(read(encodeErrorResponse(1, code, 'm')).error).toEqual({ code, message: 'm' });
  });

  it.each(ERAS)('has the same members in the same order from a running %s server', (era) => {
    const reply = createSample(era).receive('{"method":"nope","id":1,"jsonrpc":"2.0"}') as string;
    expect(Object.keys(JSON.parse(reply) as object)).toEqual(['jsonrpc', 'id', 'error']);
  });

  it('answers a batch on jsonrpc with one error for each request, each under its ID', () => {
    const batch =
      '[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"},5,{"jsonrpc":"2.0","id":"x","method":"c"}]';
    const replies = JSON.parse(createSample('jsonrpc').receive(batch) as string) as Reply[];
    expect(replies.map(({ id, error }) => [id, error.code])).toEqual([
      [1, -32601],
      [null, -32600],
      ['x', -32601],
    ]);
  });
});

describe('Real-World Scenarios', () => {
  it('Sequence of method not found errors', () => {
    const replies = ['a', 'b', 'c'].map((method, index) => errorMethodNotFound(index + 1, method));
    expect(replies.map(read).map(({ id, error }) => [id, error.data])).toEqual([
      [1, { method: 'a' }],
      [2, { method: 'b' }],
      [3, { method: 'c' }],
    ]);
  });

  it('Sequence of resource errors', () => {
    const replies = ['file:///1', 'file:///2'].map((uri) => errorResourceNotFound(uri, uri));
    expect(replies.map(read).map(({ id, error }) => [id, error.data])).toEqual([
      ['file:///1', { uri: 'file:///1' }],
      ['file:///2', { uri: 'file:///2' }],
    ]);
  });

  it('Mixed error types with IDs', () => {
    expect(EVERY_HELPER.map(read).map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [1, -32601],
      [2, -32602],
      [3, -32603],
      ['4', -32001],
      ['5', -32002],
      ['6', -32003],
      [7, -32005],
      [8, -32007],
    ]);
  });

  it('Error response chain', () => {
    let id: number | string = 1;
    for (const next of ['two', 3, 'four', 5]) {
      const reply = read(errorInvalidParams(id, `next is ${next}`));
      expect(reply).toMatchObject({ id, error: { data: { details: `next is ${next}` } } });
      id = next;
    }
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it('Sequence of method not found errors', () => {
      const server = createSample(era);
      for (const id of [1, 2, 3]) {
        const reply = server.receive(`{"jsonrpc":"2.0","id":${id},"method":"m${id}"}`) as string;
        expect(read(reply)).toMatchObject({
          id,
          error: { code: -32601, message: 'Method not found', data: { method: `m${id}` } },
        });
      }
    });

    it('Mixed error types with IDs, from the first call to the last', () => {
      const server = createSample(era);
      const call = (id: number | string, method: string, params: object) =>
        JSON.parse(
          server.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params })) as string,
        ) as Reply;
      expect(call(1, 'resources/read', {}).error).toEqual({
        code: -32005,
        message: 'Not initialized',
      });
      expect(call('init', 'initialize', {})).toEqual({ jsonrpc: '2.0', id: 'init', result: {} });
      expect(call(2, 'resources/read', {})).toMatchObject({
        jsonrpc: '2.0',
        id: 2,
        error: {
          code: -32602,
          message: 'Invalid params',
          data: { details: "Missing required 'uri' parameter" },
        },
      });
      expect(call('r', 'resources/read', { uri: 'file:///b' })).toMatchObject({
        jsonrpc: '2.0',
        id: 'r',
        error: { code: -32001, message: 'Resource not found', data: { uri: 'file:///b' } },
      });
      expect(call(3, 'tools/call', { name: 'calc' })).toMatchObject({
        jsonrpc: '2.0',
        id: 3,
        error: { code: -32002, message: 'Tool not found', data: { tool: 'calc' } },
      });
      expect(call(4, 'prompts/get', { name: 'hi' })).toMatchObject({
        jsonrpc: '2.0',
        id: 4,
        error: { code: -32003, message: 'Prompt not found', data: { prompt: 'hi' } },
      });
    });

    it('Error response chain, with broken texts between good ones', () => {
      const server = createSample(era);
      expect(read(server.receive('{"jsonrpc":"2.0","id":1,"method":"a"}') as string).id).toBe(1);
      expect(read(server.receive('{"jsonrpc"') as string)).toMatchObject({
        id: null,
        error: { code: -32700 },
      });
      expect(read(server.receive('{"jsonrpc":"2.0","id":2,"method":"b"}') as string).id).toBe(2);
    });
  });
});
