import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { type WireError, toPortable } from '@errata/core/internal';
import { createView, toToolFailure } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { invalidParameter, missingParameter } from '../methods/faults.js';
import { toFault } from './faults.js';

const PARAMETER = { target: 'parameter', name: 'params.sql' };

describe('the suggestion of what the daemon answered', () => {
  const TOO_MANY = { message: 'Too many connections', suggestion: 'Close another client' };
  it.each([
    ['wrong', invalidParameter('params.table', 'params.table has to be a name')],
    ['missing', missingParameter('params.table')],
    ['not found', sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'users' })],
    ['too many clients', sqlFun.INTERNAL_ERROR({}, TOO_MANY)],
  ])('is the one that the daemon had, which its data leave out: %s', (_what, fault) => {
    const view = { era: 'jsonrpc' } as const;
    const told = sqlFunContract.data(fault, view);
    expect(JSON.stringify(told ?? {})).not.toMatch(/call again|Close/);
    const data = { ...told, fault: toPortable(fault, sqlFunContract) };
    const error = { code: fault.code, message: sqlFunContract.message(fault, view), data };
    const { suggestion, reason, context, details } = toFault(JSON.parse(JSON.stringify(error)));
    expect({ suggestion, reason, context, details }).toEqual({
      suggestion: fault.suggestion,
      ...{ reason: fault.reason, context: fault.context, details: fault.details },
    });
  });

  it.each<[string, WireError, string | undefined]>([
    [
      'the catalog’s, whatever its message',
      { code: -32051, message: 'Another', data: { target: 'table', name: 'users' } },
      'Check the name against the tables of the schema and call again',
    ],
    [
      'the catalog’s where the fault is not one',
      { code: -32030, message: 'Missing parameter', data: { ...PARAMETER, fault: { reason: 1 } } },
      'Provide params.sql and call again',
    ],
    [
      'none where the answer is not of this contract',
      { code: -1, message: 'Invalid parameter', data: PARAMETER },
      undefined,
    ],
  ])('of a server of another version is %s', (_what, error, suggestion) => {
    expect(toFault(error).suggestion).toBe(suggestion);
  });
});

it('tells a model which name was refused', () => {
  const data = { target: 'column', name: 'password_hash' };
  const fault = toFault({ code: -32040, message: 'MCP not allowed', data });
  const view = createView({ era: '2025-11-25' });
  expect(toToolFailure(fault, sqlFunContract, view).content[0].text).toMatch(
    /^MCP_NOT_ALLOWED: MCP not allowed: column password_hash\. Nothing was changed\./,
  );
});
