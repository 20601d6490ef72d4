import { ERAS, judgeCode, type Era, classify, Fault, createServer } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { erlmcp } from './catalog.js';
import { ERLMCP_ERROR_CODES, VALID_ERROR_CODES, validateErrorCode } from './codes.js';
import { erlmcpContract, erlmcpShape } from './contract.js';

// Typed from the seed's "Error Code Constants": code, comment, reason, data fields, and the number on 2026-07-28.
const TABLE = [
  [-32700, 'Parse error', 'PARSE_ERROR', [], -32700],
  [-32600, 'Invalid Request', 'INVALID_REQUEST', ['details'], -32600],
  [-32601, 'Method not found', 'METHOD_NOT_FOUND', ['method'], -32601],
  [-32602, 'Invalid params', 'INVALID_PARAMS', ['details'], -32602],
  [-32603, 'Internal error', 'INTERNAL_ERROR', [], -32603],
  [-32001, 'Resource not found', 'RESOURCE_NOT_FOUND', ['uri'], -32602],
  [-32002, 'Tool not found', 'TOOL_NOT_FOUND', ['tool'], -32602],
  [-32003, 'Prompt not found', 'PROMPT_NOT_FOUND', ['prompt'], -32602],
  [-32004, 'Capability not supported', 'CAPABILITY_NOT_SUPPORTED', ['capability'], -32601],
  [-32005, 'Not initialized', 'NOT_INITIALIZED', [], -31005],
  [-32006, 'Subscription failed', 'SUBSCRIPTION_FAILED', ['uri', 'details'], -31006],
  [-32007, 'Validation failed', 'VALIDATION_FAILED', ['details'], -31007],
  [-32008, 'Transport error', 'TRANSPORT_ERROR', ['details'], -31008],
  [-32009, 'Timeout', 'TIMEOUT', ['tool', 'details'], -31009],
  [-32010, 'Rate limited', 'RATE_LIMITED', ['details'], -31010],
  [-32011, 'Tool description too long', 'TOOL_DESCRIPTION_TOO_LONG', ['tool', 'details'], -31011],
] as const;

function faultOf(reason: string): Fault {
  return new Fault(erlmcp.definition(reason) as Definition<object>, {});
}

describe('the sixteen codes', () => {
  it('pins VALID_ERROR_CODES in the seed’s order', () => {
    expect(VALID_ERROR_CODES).toEqual(TABLE.map(([code]) => code));
  });

  it('pins the constants under their own names', () => {
    expect(ERLMCP_ERROR_CODES).toEqual({
      JSONRPC_PARSE_ERROR: -32700,
      JSONRPC_INVALID_REQUEST: -32600,
      JSONRPC_METHOD_NOT_FOUND: -32601,
      JSONRPC_INVALID_PARAMS: -32602,
      JSONRPC_INTERNAL_ERROR: -32603,
      MCP_ERROR_RESOURCE_NOT_FOUND: -32001,
      MCP_ERROR_TOOL_NOT_FOUND: -32002,
      MCP_ERROR_PROMPT_NOT_FOUND: -32003,
      MCP_ERROR_CAPABILITY_NOT_SUPPORTED: -32004,
      MCP_ERROR_NOT_INITIALIZED: -32005,
      MCP_ERROR_SUBSCRIPTION_FAILED: -32006,
      MCP_ERROR_VALIDATION_FAILED: -32007,
      MCP_ERROR_TRANSPORT_ERROR: -32008,
      MCP_ERROR_TIMEOUT: -32009,
      MCP_ERROR_RATE_LIMITED: -32010,
      MCP_ERROR_TOOL_DESCRIPTION_TOO_LONG: -32011,
    });
  });

  it('validates exactly these', () => {
    for (const [code] of TABLE) expect(validateErrorCode(code)).toBe(true);
    for (const code of [-32000, -32012, 0, -32700.5, Number.NaN]) {
      expect(validateErrorCode(code)).toBe(false);
    }
  });

  it.each(TABLE)('%i is “%s”, reason %s, with data %j', (code, title, reason, fields) => {
    const definition = erlmcp.definition(reason)!;
    expect(definition).toMatchObject({ code, title });
    expect(definition.fields.map(({ name }) => name)).toEqual(fields);
  });

  it('declares nothing else', () => {
    expect(erlmcp.definitions.map(({ reason }) => reason)).toEqual(TABLE.map((row) => row[2]));
  });

  it('retries transient failures: transport, timeout and rate', () => {
    const retryable = erlmcp.definitions.filter(({ reason }) => faultOf(reason).retryable);
    expect(retryable.map(({ reason }) => reason)).toEqual([
      'TRANSPORT_ERROR',
      'TIMEOUT',
      'RATE_LIMITED',
    ]);
  });
});

describe('numbers by era', () => {
  it.each(TABLE)('%i stays literal up to 2025-11-25', (code, _title, reason) => {
    for (const era of ERAS.filter((era) => era !== '2026-07-28')) {
      expect(erlmcpContract.number(faultOf(reason), era)).toBe(code);
    }
  });

  it.each(TABLE)('%i (%s, %s, %j) is %i on 2026-07-28', (_code, _title, reason, _fields, moved) => {
    expect(erlmcpContract.number(faultOf(reason), '2026-07-28')).toBe(moved);
    expect(judgeCode(moved, '2026-07-28').allowed).toBe(true);
  });
});

describe('error.data', () => {
  it('has the declared fields and the effect, and is left out where no field is declared', () => {
    const fault = erlmcp.RESOURCE_NOT_FOUND({ uri: 'a:', secret: 1 } as { uri: string });
    expect(erlmcpShape.write(fault, { era: '2025-11-25' })).toEqual({
      uri: 'a:',
      effect: 'none',
    });
    expect(erlmcpShape.write(erlmcp.NOT_INITIALIZED(), { era: '2025-11-25' })).toBeUndefined();
  });

  it('has the details that a thrower gave, where the failure declares them', () => {
    const era = '2025-11-25';
    expect(erlmcpShape.write(erlmcp.TIMEOUT({}, { details: '5 s' }), { era })).toEqual({
      details: '5 s',
      effect: 'unknown',
    });
    expect(erlmcpShape.write(erlmcp.INTERNAL_ERROR({}, { details: 'x' }), { era })).toBeUndefined();
  });

  it('names the reason on 2026-07-28, where three of them share −32602', () => {
    const era = '2026-07-28';
    expect(erlmcpShape.write(erlmcp.TOOL_NOT_FOUND({ tool: 't' }), { era })).toEqual({
      reason: 'TOOL_NOT_FOUND',
      tool: 't',
      effect: 'none',
    });
    expect(erlmcpShape.write(erlmcp.INTERNAL_ERROR(), { era })).toEqual({
      reason: 'INTERNAL_ERROR',
      effect: 'unknown',
    });
  });

  it('reads back what it wrote', () => {
    const fault = erlmcp.SUBSCRIPTION_FAILED({ uri: 'a:', details: 'ENOENT' });
    expect(erlmcpShape.read(erlmcpShape.write(fault, { era: '2026-07-28' }))).toEqual({
      reason: 'SUBSCRIPTION_FAILED',
      details: 'ENOENT',
      context: { uri: 'a:', details: 'ENOENT' },
    });
    expect(erlmcpShape.read('text')).toEqual({ context: {} });
  });
});

describe('where a tool’s failure goes', () => {
  function failWith(thrown: unknown, era: Era): Record<string, unknown> {
    const methods = {
      'tools/call': () => {
        throw thrown;
      },
    };
    const server = createServer({ contract: erlmcpContract, era, methods });
    const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
    return JSON.parse(server.receive(text) as string) as Record<string, unknown>;
  }

  it.each(ERAS.filter((era) => era !== '2026-07-28'))('is a JSON-RPC error on %s', (era) => {
    expect(failWith(erlmcp.TIMEOUT({ tool: 't' }), era)).toMatchObject({
      error: { code: -32009, message: 'Timeout', data: { tool: 't' } },
    });
  });

  it('is a result on 2026-07-28', () => {
    for (const thrown of [erlmcp.TIMEOUT({ tool: 't' }), new Error('x')]) {
      expect(failWith(thrown, '2026-07-28')).toMatchObject({ result: { isError: true } });
    }
  });

  it('stays an error on 2026-07-28 where the tool does not exist', () => {
    expect(failWith(erlmcp.TOOL_NOT_FOUND({ tool: 't' }), '2026-07-28')).toMatchObject({
      error: { code: -32602, data: { reason: 'TOOL_NOT_FOUND', tool: 't' } },
    });
  });

  it('reports wrong arguments as a failed validation, a deadline as a timeout', () => {
    const issues = { issues: [{ message: 'm', path: ['uri'], expected: 'string' }] };
    const wrong = classify(issues, { input: true });
    expect(failWith(wrong, '2025-11-25')).toMatchObject({
      error: { code: -32007, message: 'Validation failed', data: { details: expect.any(String) } },
    });
    const timeout = Object.assign(new Error('x'), { name: 'TimeoutError' });
    expect(failWith(timeout, '2025-11-25')).toMatchObject({ error: { code: -32009 } });
  });

  it('masks undeclared failures', () => {
    expect(failWith(new Error('password hunter2'), '2025-11-25')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    });
  });
});
