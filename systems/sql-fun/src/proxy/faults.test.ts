import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import type { WireError } from '@errata/core/codec';
import { createView, toToolFailure } from '@errata/core/contract';
import { describe, expect, it } from 'vitest';
import { invalidParameter, missingParameter } from '../methods/faults.js';
import { toFault } from './faults.js';

const PARAMETER = { target: 'parameter', name: 'params.sql' };

describe('the suggestion of what the daemon answered', () => {
  it.each<[string, WireError, string | undefined]>([
    [
      'corrects what is wrong',
      { code: -32030, message: 'Invalid parameter', data: PARAMETER },
      'Correct params.sql and call again',
    ],
    [
      'provides what is missing',
      { code: -32030, message: 'Missing parameter', data: PARAMETER },
      'Provide params.sql and call again',
    ],
    [
      'is the catalog’s for any other failure, whatever its message',
      { code: -32051, message: 'Another', data: { target: 'table', name: 'users' } },
      'Check the name against the tables of the schema and call again',
    ],
    [
      'makes room where there are too many clients',
      { code: -32603, message: 'Too many connections', data: { details: 'The server has …' } },
      'Close another client, then call again',
    ],
    [
      'is none where the answer is not of this contract',
      { code: -1, message: 'Invalid parameter', data: PARAMETER },
      undefined,
    ],
  ])('%s', (_what, error, suggestion) => {
    expect(toFault(error).suggestion).toBe(suggestion);
  });

  it.each([
    ['wrong', invalidParameter('params.table', 'params.table has to be a name')],
    ['missing', missingParameter('params.table')],
    ['not found', sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'users' })],
  ])('is the one that the daemon had, which its data leave out: %s', (_what, fault) => {
    const view = { era: 'jsonrpc' } as const;
    const data = sqlFunContract.data(fault, view);
    expect(JSON.stringify(data)).not.toContain('call again');
    const error = { code: fault.code, message: sqlFunContract.message(fault, view), data };
    expect(toFault(error).suggestion).toBe(fault.suggestion);
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
