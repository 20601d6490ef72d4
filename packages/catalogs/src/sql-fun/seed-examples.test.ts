import { DEFAULT_BUDGET } from '@errata/core/internal';
import { toRpcErrorJson, createRedactor, type Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { sqlFun, sqlFunContract } from './index.js';

const view = { era: '2025-11-25', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;
const onTheWire = (fault: Fault): unknown =>
  JSON.parse(toRpcErrorJson(fault, sqlFunContract, view));

interface Row {
  readonly example: string;
  readonly literal: object;
  readonly fault: () => Fault;
}

// Seed 004, "Examples": code and title are the seed's; data is `target` and `name`, as "Design Principles" says.
const rows: readonly Row[] = [
  {
    example: '-32000 Proxy, Server not reachable: TCP connection refused',
    literal: {
      code: -32000,
      message: 'Server not reachable',
      data: { target: 'server', name: '127.0.0.1:7345' },
    },
    fault: () => sqlFun.SERVER_NOT_REACHABLE({ target: 'server', name: '127.0.0.1:7345' }),
  },
  {
    example: '-32010 Unexpected, Internal server panic: Unwrap of None',
    literal: {
      code: -32010,
      message: 'Internal server panic',
      data: { target: 'exception', name: 'TypeError' },
    },
    fault: () => sqlFun.INTERNAL_PANIC({ target: 'exception', name: 'TypeError' }),
  },
  {
    example: '-32020 IO, Schema file I/O failure: File not found or permission denied',
    literal: {
      code: -32020,
      message: 'Schema file I/O failure',
      data: { target: 'schema_file', name: 'schema/users.sql', error_type: 'ENOENT' },
    },
    fault: () =>
      sqlFun.SCHEMA_IO_FAILURE({
        target: 'schema_file',
        name: 'schema/users.sql',
        error_type: 'ENOENT',
      }),
  },
  {
    example: '-32021 IO, Invalid SQL in schema file: pg_query parse failure',
    literal: {
      code: -32021,
      message: 'Invalid SQL in schema file',
      data: { target: 'schema_file', name: 'schema/users.sql', line: 3 },
    },
    fault: () =>
      sqlFun.INVALID_SCHEMA_SQL({ target: 'schema_file', name: 'schema/users.sql', line: 3 }),
  },
  {
    example: '-32030 Client, Missing parameter: params.sql not provided',
    literal: {
      code: -32030,
      message: 'Missing parameter',
      data: { target: 'parameter', name: 'params.sql' },
    },
    fault: () => sqlFun.MISSING_PARAMETER({ target: 'parameter', name: 'params.sql' }),
  },
  {
    example: '-32040 Security, MCP not allowed: --allow-context mcp not set',
    literal: {
      code: -32040,
      message: 'MCP not allowed',
      data: { target: 'context', name: 'mcp' },
    },
    fault: () => sqlFun.MCP_NOT_ALLOWED({ target: 'context', name: 'mcp' }),
  },
  {
    example: '-32050 Not Found, generic: data { target: "table", name: "user" }',
    literal: {
      code: -32050,
      message: 'Not found',
      data: { target: 'table', name: 'user' },
    },
    fault: () => sqlFun.NOT_FOUND({ target: 'table', name: 'user' }),
  },
  {
    example: '-32051 Not Found, Table not found: get_columns("user")',
    literal: { code: -32051, message: 'Table not found', data: { target: 'table', name: 'user' } },
    fault: () => sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'user' }),
  },
  {
    example: '-32052 Not Found, Column not found: SELECT email FROM users with no email',
    literal: {
      code: -32052,
      message: 'Column not found',
      data: { target: 'column', name: 'email', table: 'users' },
    },
    fault: () => sqlFun.COLUMN_NOT_FOUND({ target: 'column', name: 'email', table: 'users' }),
  },
  {
    example: '-32053 Not Found, Schema not found: select_schema("preview")',
    literal: {
      code: -32053,
      message: 'Schema not found',
      data: { target: 'schema', name: 'preview' },
    },
    fault: () => sqlFun.SCHEMA_NOT_FOUND({ target: 'schema', name: 'preview' }),
  },
];

describe('the examples of seed 004', () => {
  it.each(rows)('produces "$example"', ({ literal, fault }) => {
    expect(onTheWire(fault())).toMatchObject(literal);
  });
});
