import { describe, expect, it } from 'vitest';
import { ERAS, judgeCode } from '@errata/core/era';
import { lawOf, type Law } from './code-law.js';

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
