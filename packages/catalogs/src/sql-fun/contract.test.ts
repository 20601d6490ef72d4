import { identify, type Definition } from '@errata/core/internal';
import { ERAS, classify, Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { sqlFun, sqlFunContract, sqlFunShape } from './index.js';

const then = { era: '2025-11-25' } as const;
const now = { era: '2026-07-28' } as const;
const adopted = (thrown: unknown, input = false) =>
  sqlFunContract.adopt(classify(thrown, { input }));

describe('sqlFunContract', () => {
  it('answers a failed tool with a JSON-RPC error up to 2025-11-25 and with a result on 2026-07-28', () => {
    expect(ERAS.map((era) => sqlFunContract.toolFailures(era))).toEqual([
      ...['rpc', 'rpc', 'rpc', 'rpc', 'rpc'],
      'tool',
    ]);
  });

  it('carries the reason with the moved numbers of 2026-07-28, and only there', () => {
    const fault = sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'user' });
    expect(sqlFunContract.data(fault, then)).toEqual({
      target: 'table',
      name: 'user',
      effect: 'none',
    });
    expect(sqlFunContract.data(fault, now)).toEqual({
      target: 'table',
      name: 'user',
      reason: 'TABLE_NOT_FOUND',
      effect: 'none',
    });
  });

  it('finds the way back in both eras', () => {
    for (const definition of sqlFun.definitions) {
      const fault = new Fault(definition as unknown as Definition<object>, {});
      for (const view of [then, now]) {
        const code = sqlFunContract.number(fault, view.era);
        const error = { code, message: fault.title, data: sqlFunContract.data(fault, view) };
        expect(identify(error, sqlFunContract, view.era)?.reason).toBe(definition.reason);
      }
    }
  });

  it('sends no data where there is nothing to say', () => {
    expect(sqlFunContract.data(sqlFun.INTERNAL_ERROR(), then)).toBeUndefined();
  });

  it('adds details where the thrower had more to say', () => {
    const fault = sqlFun.INVALID_SCHEMA_SQL(
      { target: 'schema_file', name: 'a.sql' },
      { details: 'syntax error at or near "CREAT"' },
    );
    expect(sqlFunContract.data(fault, then)).toMatchObject({
      details: 'syntax error at or near "CREAT"',
    });
    expect(sqlFunShape.read(sqlFunContract.data(fault, now))).toEqual({
      reason: 'INVALID_SCHEMA_SQL',
      details: 'syntax error at or near "CREAT"',
      context: { target: 'schema_file', name: 'a.sql' },
    });
  });

  it('reads what a peer sends without trusting it', () => {
    for (const data of [undefined, null, 'x', [1], { reason: 1, details: {} }]) {
      expect(sqlFunShape.read(data)).toEqual({ context: {} });
    }
  });
});

describe('what was not declared', () => {
  it('an exception becomes -32010 and says its kind, never its text', () => {
    const fault = adopted(new TypeError('password=hunter2'));
    expect(fault.reason).toBe('INTERNAL_PANIC');
    const { ref } = fault;
    expect(sqlFunContract.data(fault, then)).toEqual({
      target: 'exception',
      name: 'TypeError',
      effect: 'unknown',
      ref,
    });
    expect(fault.details).not.toContain('hunter2');
  });

  it('a missing argument becomes -32030 with the name of the parameter', () => {
    const issues = [
      {
        path: ['sql'],
        message: 'Required',
        code: 'invalid_type',
        expected: 'string',
        received: 'undefined',
      },
    ];
    const fault = adopted({ issues }, true);
    expect(sqlFunContract.number(fault, then.era)).toBe(-32030);
    expect(sqlFunContract.message(fault, then)).toBe('Missing parameter');
    expect(sqlFunContract.data(fault, then)).toEqual({
      target: 'parameter',
      name: 'sql',
      effect: 'none',
    });
  });

  it('a wrong argument becomes -32030 too, and does not claim that it is missing', () => {
    const issues = [
      {
        path: ['sql'],
        message: 'Expected string',
        code: 'invalid_type',
        expected: 'string',
        received: 'number',
      },
    ];
    const fault = adopted({ issues }, true);
    expect(sqlFunContract.number(fault, then.era)).toBe(-32030);
    expect(sqlFunContract.message(fault, then)).toBe('Invalid parameter');
  });

  it('the failures of the protocol layer keep the standard codes', () => {
    const codes = (
      ['parse-error', 'invalid-request', 'method-not-found', 'invalid-params', 'internal'] as const
    ).map((condition) => sqlFunContract.protocolFault(condition, {}).code);
    expect(codes).toEqual([-32700, -32600, -32601, -32602, -32603]);
  });
});
