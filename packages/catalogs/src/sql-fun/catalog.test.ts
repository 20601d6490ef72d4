import { ERAS, judgeCode, Fault } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { decodeSqlFunCode, sqlFun, sqlFunContract } from './index.js';

// Typed from the "Examples" table of seed 004: reason, code, category, title, when.
const EXAMPLES = [
  ['SERVER_NOT_REACHABLE', -32000, 'proxy', 'Server not reachable', 'TCP connection refused'],
  ['INTERNAL_PANIC', -32010, 'unexpected', 'Internal server panic', 'Unwrap of None'],
  [
    'SCHEMA_IO_FAILURE',
    -32020,
    'io',
    'Schema file I/O failure',
    'File not found or permission denied',
  ],
  ['INVALID_SCHEMA_SQL', -32021, 'io', 'Invalid SQL in schema file', 'pg_query parse failure'],
  ['MISSING_PARAMETER', -32030, 'client', 'Missing parameter', '`params.sql` not provided'],
  [
    'MCP_NOT_ALLOWED',
    -32040,
    'security',
    'MCP not allowed',
    '`--allow-context mcp` not set, or the object is not exposed to MCP',
  ],
  [
    'NOT_FOUND',
    -32050,
    'not-found',
    // The table's `Generic "not found"` describes it.
    'Not found',
    'Target table, column, schema, or view does not exist',
  ],
  ['TABLE_NOT_FOUND', -32051, 'not-found', 'Table not found', '`get_columns("user")`'],
  [
    'COLUMN_NOT_FOUND',
    -32052,
    'not-found',
    'Column not found',
    '`SELECT email FROM users` with no `email`',
  ],
  ['SCHEMA_NOT_FOUND', -32053, 'not-found', 'Schema not found', '`select_schema("preview")`'],
] as const;

/** Specific client errors, which the table leaves to Y = 1…9. */
const QUERY_ERRORS = [
  ['INVALID_SQL', -32031, 'Invalid SQL'],
  ['WRONG_TYPE', -32032, 'Wrong type'],
  ['AMBIGUOUS_NAME', -32033, 'Ambiguous name'],
  ['INVALID_LOGIC', -32034, 'Invalid logic'],
] as const;
const isQueryError = ({ reason }: { readonly reason: string }) =>
  QUERY_ERRORS.some(([name]) => name === reason);

const STANDARD = [
  ['PARSE_ERROR', -32700, 'Parse error'],
  ['INVALID_REQUEST', -32600, 'Invalid Request'],
  ['METHOD_NOT_FOUND', -32601, 'Method not found'],
  ['INVALID_PARAMS', -32602, 'Invalid params'],
  ['INTERNAL_ERROR', -32603, 'Internal error'],
] as const;

const bare = (definition: Definition<never>) =>
  new Fault(definition as unknown as Definition<object>, {});
const own = sqlFun.definitions.filter(({ code }) => code > -32100);

describe('the sql-fun catalog', () => {
  it('declares the ten codes of the examples table', () => {
    const examples = own.filter((one) => !isQueryError(one));
    const declared = examples.map((d) => [d.reason, d.code, d.category, d.title, d.when]);
    expect(declared.sort((a, b) => Number(b[1]) - Number(a[1]))).toEqual(EXAMPLES);
  });

  it('declares four specific errors of queries beside them, and no more', () => {
    const declared = own.filter(isQueryError);
    expect(declared.map((d) => [d.reason, d.code, d.title])).toEqual(QUERY_ERRORS);
    for (const { category } of declared) expect(category).toBe('client');
  });

  it('declares the five standard codes, which the digit law does not cover', () => {
    const declared = sqlFun.definitions.filter(({ code }) => code <= -32100);
    expect(declared.map((d) => [d.reason, d.code, d.title])).toEqual(STANDARD);
    expect(STANDARD.map(([, code]) => decodeSqlFunCode(code))).toEqual(Array(5).fill(undefined));
  });

  it('requires target and name of every Y=0 failure, and carries them with the specific ones', () => {
    for (const { reason, fields } of own) {
      const required = fields.filter((field) => field.required).map(({ name }) => name);
      expect([reason, required]).toEqual([reason, ['target', 'name']]);
    }
    // @ts-expect-error a general failure says its target
    expect(() => sqlFun.NOT_FOUND({ name: 'user' })).toThrow('sql-fun.NOT_FOUND needs target');
    // @ts-expect-error the target of a missing table is a table
    sqlFun.TABLE_NOT_FOUND({ target: 'view', name: 'user' });
  });

  it('has the category that the tens digit says', () => {
    for (const { code, category } of own) expect(decodeSqlFunCode(code)?.category).toBe(category);
  });

  it('stays within -32000 to -32099 up to 2025-11-25', () => {
    for (const era of ERAS.slice(0, -1)) {
      for (const definition of own) {
        const code = sqlFunContract.number(bare(definition), era);
        expect(code).toBe(definition.code);
        expect(code <= -32000 && code >= -32099).toBe(true);
        expect(judgeCode(code, era).allowed).toBe(true);
      }
    }
  });

  it('moves to -310XY on 2026-07-28 with both digits kept, and every number is legal', () => {
    const moved = own.map((d) => sqlFunContract.number(bare(d), '2026-07-28'));
    expect(moved.sort((a, b) => b - a)).toEqual([
      -31000, -31010, -31020, -31021, -31030, -31031, -31032, -31033, -31034, -31040, -31050,
      -31051, -31052, -31053,
    ]);
    for (const code of moved) {
      expect(judgeCode(code, '2026-07-28').allowed).toBe(true);
      expect(decodeSqlFunCode(code)).toEqual(decodeSqlFunCode(code - 1000));
    }
  });

  it('knows what to do about each failure', () => {
    const strategies = own.map((d) => [d.reason, bare(d).strategy]);
    expect(Object.fromEntries(strategies)).toEqual({
      SERVER_NOT_REACHABLE: 'retry_with_backoff',
      INTERNAL_PANIC: 'report_and_abort',
      SCHEMA_IO_FAILURE: 'user_action_required',
      INVALID_SCHEMA_SQL: 'user_action_required',
      MISSING_PARAMETER: 'fix_and_retry',
      INVALID_SQL: 'fix_and_retry',
      WRONG_TYPE: 'fix_and_retry',
      AMBIGUOUS_NAME: 'fix_and_retry',
      INVALID_LOGIC: 'fix_and_retry',
      MCP_NOT_ALLOWED: 'user_action_required',
      NOT_FOUND: 'fix_and_retry',
      TABLE_NOT_FOUND: 'fix_and_retry',
      COLUMN_NOT_FOUND: 'fix_and_retry',
      SCHEMA_NOT_FOUND: 'fix_and_retry',
    });
  });

  it('says of an unexposed object what policy it met, in the same words whether it exists or not', () => {
    const refused = (name: string) =>
      sqlFun.MCP_NOT_ALLOWED({ target: 'table', name }).details.replace(name, '…');
    expect(refused('existing')).toBe(refused('missing'));
    expect(sqlFun.MCP_NOT_ALLOWED({ target: 'context', name: 'mcp' }).details).toBe(
      '`--allow-context mcp` not set',
    );
  });
});
