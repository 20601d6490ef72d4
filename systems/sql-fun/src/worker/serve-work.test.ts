import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { fromPortable, toPortable } from '@errata/core/internal';
import type { PortableFault, Definition } from '@errata/core/internal';
import { Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { isSuspect } from './serve-work.js';

/** As it comes out of the channel between two processes. */
const crossed = (thrown: unknown): Fault =>
  fromPortable(
    JSON.parse(JSON.stringify(toPortable(thrown, sqlFunContract))) as PortableFault,
    sqlFunContract,
  );

describe('a failure that goes from one process to the other', () => {
  it.each(sqlFun.definitions.map((definition) => [definition.reason, definition] as const))(
    'stays what it is: %s',
    (_reason, definition) => {
      const context = { target: 'table', name: 'naïve "name"' };
      const given = { message: 'Another title', details: 'What happened', effect: 'none' } as const;
      const fault = crossed(new Fault(definition as unknown as Definition, context, given));
      expect(fault.definition).toBe(definition);
      expect(fault.context).toEqual(context);
      expect([fault.title, fault.details, fault.effect]).toEqual([
        'Another title',
        'What happened',
        'none',
      ]);
      expect('cause' in fault.given).toBe(false);
    },
  );

  it('says nothing of its own where the thrower said nothing', () => {
    const fault = crossed(sqlFun.SCHEMA_NOT_FOUND({ target: 'schema', name: 'preview' }));
    expect(fault.given).toEqual({ effect: 'none' });
  });

  it('keeps what led to it, for the operator', () => {
    const cause = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    const fault = crossed(
      sqlFun.SCHEMA_IO_FAILURE({ target: 'schema_file', name: 'a.sql' }, { cause }),
    );
    expect(fault.cause).toMatchObject({ name: 'Error', message: 'EACCES: permission denied' });
    expect((fault.cause as Error).stack).toBe(cause.stack);
  });

  it('is a panic where the other side names a failure that is not declared', () => {
    const fault = fromPortable(
      { reason: 'definition', context: { a: 1 }, effect: 'none' },
      sqlFunContract,
    );
    expect([fault.reason, fault.context]).toEqual([
      'INTERNAL_PANIC',
      { target: 'exception', name: 'Error' },
    ]);
  });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['string', 'oops'],
    ['number', Infinity],
  ])('is a panic where something was thrown that is no error: %s', (name, thrown) => {
    const fault = crossed(thrown);
    expect([fault.reason, fault.context]).toEqual([
      'INTERNAL_PANIC',
      { target: 'exception', name },
    ]);
  });
});

describe('a process', () => {
  const declared = (cause?: unknown) =>
    sqlFun.NOT_FOUND({ target: 'view', name: 'v' }, { ...(cause !== undefined && { cause }) });

  it.each([
    ['a declared failure', declared(), false],
    ['a declared failure with a cause', declared(new Error('ENOENT')), false],
    ['a wrapped one', new Error('wrapped', { cause: declared() }), false],
    ['an exception', new TypeError('x is undefined'), true],
    ['something that is no error', Infinity, true],
    ['the end of the stack', new RangeError('Maximum call stack size exceeded'), true],
    ['a declared failure that hides a trap', declared(new RangeError('x')), true],
    ['a full disk', declared(Object.assign(new Error('x'), { code: 'ENOSPC' })), false],
  ])('is spent after it or not: %s', (_what, thrown, spent) => {
    expect(isSuspect(thrown)).toBe(spent);
  });
});
