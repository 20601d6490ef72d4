import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  A_BOOLEAN,
  A_FUNCTION,
  A_LIST,
  AN_AMOUNT,
  AN_INTEGER,
  AN_OBJECT,
  assertOptions,
  editDistance,
  MILLISECONDS,
  nearestName,
} from './assert-options.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0, 0],
    ['ab', 'ba', 1, 1],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, undefined],
    ['abcd', 'badc', 2, 2],
    ['a', 'abcd', 2, undefined],
  ])('%j, %j, at most %d: %s', (a, b, most, expected) => {
    expect(editDistance(a, b, most)).toBe(expected);
  });

  it('gives the same as without a bound', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, fc.nat(8), (a, b, most) => {
        const exact = editDistance(a, b, 100)!;
        expect(editDistance(a, b, most)).toBe(exact <= most ? exact : undefined);
        expect(editDistance(b, a, 100)).toBe(exact);
      }),
    );
  });
});

describe('nearestName', () => {
  it.each([
    ['memory_qeury', 'memory_query'],
    ['Memory Query', 'memory_query'],
    ['memory/store', 'memory_store'],
    ['zzz', undefined],
    ['x'.repeat(101), undefined],
  ])('of %s is %s', (given, expected) => {
    expect(nearestName(given, ['memory_store', 'memory_query'])).toBe(expected);
  });
});

describe('assertOptions', () => {
  const TABLE = {
    ...{ details: [], onFault: [A_FUNCTION], deadline: [MILLISECONDS, A_FUNCTION] },
    ...{
      toolFailures: ['rpc', 'tool', 'by-host'],
      budget: [AN_OBJECT],
      message: ['title', A_FUNCTION],
    },
  };
  const MANY = {
    code: [AN_INTEGER],
    debug: [A_BOOLEAN],
    eras: [A_LIST],
    max: [AN_AMOUNT],
    word: [...'abcdefghi'],
  };
  const call = (given: unknown) => () => assertOptions('guard', given as object, TABLE);
  const callMany = (given: object) => () =>
    assertOptions('tickets.A', given, { ...TABLE, ...MANY }, 'key');

  it.each([
    {},
    { details: null, onFault: undefined, deadline: 0, toolFailures: 'by-host', budget: {} },
    { deadline: () => 5, message: 'title' },
    Object.create({ inherited: 1 }),
  ])('accepts %j', (given) => {
    expect(call(given)).not.toThrow();
  });

  it.each([
    [{ detail: 1 }, 'guard: unknown option "detail"; did you mean details?'],
    [{ onfault: 1 }, 'guard: unknown option "onfault"; did you mean onFault?'],
    [{ tool_failures: 1 }, 'guard: unknown option "tool_failures"; did you mean toolFailures?'],
    [
      { zzz: 1 },
      'guard: unknown option "zzz"; known are details, onFault, deadline, toolFailures, budget, message',
    ],
    [{ constructor: 1 }, /^guard: unknown option "constructor"; known are /],
    [{ toolFailures: 'tools' }, 'guard: toolFailures is "tools"; did you mean tool?'],
    [{ toolFailures: 'zzz' }, 'guard: toolFailures is "zzz", not one of rpc, tool, by-host'],
    [{ toolFailures: null }, 'guard: toolFailures is null, not one of rpc, tool, by-host'],
    [{ deadline: '5s' }, 'guard: deadline is "5s", not a number of milliseconds or a function'],
    [{ deadline: -1 }, 'guard: deadline is -1, not a number of milliseconds or a function'],
    [{ deadline: NaN }, 'guard: deadline is NaN, not a number of milliseconds or a function'],
    [{ onFault: true }, 'guard: onFault is true, not a function'],
    [{ onFault: {} }, 'guard: onFault is an object, not a function'],
    [{ budget: [] }, 'guard: budget is a list, not an object'],
    [{ budget: () => 1 }, 'guard: budget is a function, not an object'],
    [{ message: 5 }, 'guard: message is 5, not title or a function'],
    [null, 'guard: options is null, not an object'],
    ['x', 'guard: options is "x", not an object'],
  ])('rejects %j', (given, message) => {
    expect(call(given)).toThrow(message instanceof RegExp ? message : new TypeError(message));
  });

  it.each([
    [{ zzz: 1 }, 'tickets.A: unknown key "zzz"'],
    [{ cod: 1 }, 'tickets.A: unknown key "cod"; did you mean code?'],
    [{ word: 'zzzz' }, 'tickets.A: word is "zzzz", which is unknown'],
    [{ code: 1.5 }, 'tickets.A: code is 1.5, not an integer'],
    [{ debug: 1 }, 'tickets.A: debug is 1, not a boolean'],
    [{ eras: 'x' }, 'tickets.A: eras is "x", not a list'],
    [{ max: -1 }, 'tickets.A: max is -1, not a number from 0 on'],
  ])('lists at most eight: %j', (given, message) => {
    expect(callMany(given)).toThrow(new TypeError(message));
  });
});
