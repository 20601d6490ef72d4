import { createParser, encodeError, encodeRequest, encodeResult } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { createRouterosContract, routeros } from './index.js';

// "JSON-RPC Request Format", "Success Response Format" and "Error Response Format" of seeds 000 and 001.
const parse = createParser({ era: '2025-11-25' });

const call = { name: 'system/get-overview', arguments: { device_id: 'dev-lab-01' } };

const result = {
  content: [{ type: 'text', text: 'System overview retrieved successfully' }],
  isError: false,
  _meta: {
    device_id: 'dev-lab-01',
    routeros_version: '7.10.1',
    uptime_seconds: 86400,
    cpu_usage_percent: 5.2,
    memory_total_bytes: 536870912,
    memory_used_bytes: 134217728,
  },
};

describe('the message examples of seeds 000 and 001', () => {
  it.each([
    ['Standard Request', 'req-12345'],
    ['MCP Tool Call Request', 'req-001'],
  ])('reads and writes "%s" with jsonrpc, id, method and params', (_heading, id) => {
    const literal = { jsonrpc: '2.0', id, method: 'tools/call', params: call };
    expect(parse(JSON.stringify(literal))).toEqual({
      kind: 'request',
      id: JSON.stringify(id),
      method: 'tools/call',
      params: { name: 'system/get-overview', arguments: { device_id: 'dev-lab-01' } },
    });
    expect(JSON.parse(encodeRequest(JSON.stringify(id), 'tools/call', call))).toEqual(literal);
  });

  it('reads and writes "Standard Success Response" with content, isError and _meta', () => {
    const literal = { jsonrpc: '2.0', id: 'req-12345', result };
    expect(parse(JSON.stringify(literal))).toEqual({ kind: 'response', id: '"req-12345"', result });
    expect(JSON.parse(encodeResult('"req-12345"', JSON.stringify(result)))).toEqual(literal);
  });

  it('reads and writes "Standard Error Response" with code, message and data', () => {
    const literal = {
      jsonrpc: '2.0',
      id: 'req-12345',
      error: {
        code: -32602,
        message: 'Invalid params',
        data: {
          mcp_error_code: 'INVALID_DEVICE_ID',
          details: "Device 'dev-unknown' not found in registry",
          device_id: 'dev-unknown',
        },
      },
    };
    const { error } = literal;
    expect(parse(JSON.stringify(literal))).toEqual({ kind: 'response', id: '"req-12345"', error });

    const contract = createRouterosContract({ guidance: 'given' });
    const fault = routeros.INVALID_PARAMS(
      { mcp_error_code: 'INVALID_DEVICE_ID', device_id: 'dev-unknown' },
      { details: "Device 'dev-unknown' not found in registry" },
    );
    const made = {
      code: contract.number(fault, '2025-11-25'),
      message: contract.message(fault, { era: '2025-11-25' }),
      data: contract.data(fault, { era: '2025-11-25' }),
    };
    const reply = encodeError('"req-12345"', JSON.stringify(made), 'omit');
    expect(JSON.parse(reply)).toMatchObject(literal);
  });

  it('answers with result or error, never both: a reply with both is not a response', () => {
    const both = { jsonrpc: '2.0', id: 1, result: {}, error: { code: -32603, message: 'x' } };
    expect(parse(JSON.stringify(both))).toMatchObject({ kind: 'problem', answerable: false });
  });
});
