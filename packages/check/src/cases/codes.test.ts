import { ERAS, judgeCode } from '@errata/core';
import { describe, expect, it } from 'vitest';
import type { WireExchange } from '../exchange.js';
import { errorsOf, lawOf, type Law } from './codes.js';

const LEVELS: Readonly<Record<Law, string>> = {
  standard: 'standard',
  defined: 'defined',
  free: 'free',
  unassigned: 'must-not',
  reserved: 'must-not',
  retired: 'must-not',
  legacy: 'should-not',
};

const NUMBERS = Array.from({ length: 901 }, (_, index) => -32800 + index);

describe('the law of codes', () => {
  it.each(ERAS)('is the one of the library, in %s', (era) => {
    const here = NUMBERS.map((code) => [code, LEVELS[lawOf(code, era)]]);
    expect(here).toEqual(NUMBERS.map((code) => [code, judgeCode(code, era).level]));
  });

  it.each([
    [-32002, '2025-11-25', 'defined'],
    [-32002, '2026-07-28', 'retired'],
    [-32042, '2025-06-18', 'free'],
    [-32042, '2026-07-28', 'retired'],
    [-32022, '2026-07-28', 'defined'],
    [-32023, '2026-07-28', 'reserved'],
    [-32099, '2026-07-28', 'reserved'],
    [-32019, '2026-07-28', 'legacy'],
    [-32000, 'jsonrpc', 'free'],
    [-32100, 'jsonrpc', 'unassigned'],
    [-32769, '2026-07-28', 'free'],
  ] as const)('says of %d in %s that it is %s', (code, era, law) => {
    expect(lawOf(code, era)).toBe(law);
  });
});

function exchange(sent: string, reply: unknown): WireExchange {
  const message = { text: JSON.stringify(reply), value: reply, at: 0 };
  const rest = { httpAnswers: [], state: 'open', at: 0, ms: 0 } as const;
  return { sent: [sent], received: [message], responses: [message], reply: message, ...rest };
}

describe('errorsOf', () => {
  it('finds the errors of single replies and of batches, with the methods that they answer', () => {
    const error = (code: unknown) => ({ code, message: 'no' });
    const exchanges = [
      exchange('{"id":1,"method":"a"}', { id: 1, error: error(-32601) }),
      exchange('[{"id":2,"method":"b"},{"id":"2","method":"c"}]', [
        { id: '2', error: { ...error(5), data: 'x' } },
        { id: 2, result: {} },
      ]),
      exchange('no JSON', { id: null, error: error(-32700) }),
      exchange('{"id":3,"method":"d"}', { id: 3, error: error('E_FAIL') }),
      exchange('{"id":4,"method":"e"}', { id: 4, error: 'no object' }),
    ];
    expect(errorsOf({ exchanges }).map(({ code, method, data }) => [code, method, data])).toEqual([
      [-32601, 'a', undefined],
      [5, 'c', 'x'],
      [-32700, undefined, undefined],
    ]);
  });
});
