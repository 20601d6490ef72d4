import { describe, expect, it } from 'vitest';
import { findingsOf } from '../findings.js';
import { NO_COLORS, resultOf, targetOf } from '../testing/build.js';
import { indexLines } from './target-lines.js';

const target = targetOf([
  resultOf({ id: 'jsonrpc/5/a', group: 'ids', verdict: 'fail', era: '2025-11-25' }),
  resultOf({ id: 'jsonrpc/5/b', group: 'abuse', verdict: 'fail', era: '2025-11-25' }),
  resultOf({ id: 'errata/c', group: 'leaks', verdict: 'warn', era: '2025-11-25' }),
  resultOf({ id: 'jsonrpc/5/a', group: 'ids', verdict: 'fail', era: '2026-07-28' }),
  resultOf({ id: 'jsonrpc/5/b', group: 'abuse', verdict: 'fail', era: '2026-07-28' }),
  resultOf({ id: 'errata/d', group: 'codes', verdict: 'warn', era: '2026-07-28' }),
]);
const findings = findingsOf(target, ['fail', 'warn']);
const linesOf = (columns: number, count = findings.length) =>
  indexLines({ columns, colors: NO_COLORS, verbose: false }, findings.slice(0, count), 2);

describe('indexLines', () => {
  it.each([80, 200])('has a line for each finding, never over 80 columns: %i', (columns) => {
    expect(linesOf(columns)).toEqual([
      '',
      '4 findings, the worst first',
      '  ✗ jsonrpc/5/b',
      '  ✗ jsonrpc/5/a',
      `  ! errata/c${' '.repeat(58)}2025-11-25`,
      `  ! errata/d${' '.repeat(58)}2026-07-28`,
    ]);
    expect(linesOf(columns)[4]).toHaveLength(80);
  });

  it('leaves the revision out where there is no room', () => {
    expect(linesOf(22).slice(-2)).toEqual(['  ! errata/c', '  ! errata/d']);
  });

  it('is left out where there are three or fewer', () => expect(linesOf(80, 3)).toEqual([]));
});
