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
  it.each([80, 200])('tells what each breaks, then its id, within 80 columns: %i', (columns) => {
    const rule = 'A reply has a result or an error, and never both.';
    expect(linesOf(columns)).toEqual([
      '',
      '4 findings, the worst first',
      `  ✗ ${rule}`,
      '    jsonrpc/5/b',
      `  ✗ ${rule}`,
      '    jsonrpc/5/a',
      `  ! ${rule}`,
      '    errata/c (2025-11-25)',
      `  ! ${rule}`,
      '    errata/d (2026-07-28)',
    ]);
  });

  it('breaks long lines', () => {
    const last = ['    error, and never', '    both.', '    errata/d', '    (2026-07-28)'];
    expect(linesOf(22).slice(-4)).toEqual(last);
  });

  it('is left out where there are three or fewer', () => expect(linesOf(80, 3)).toEqual([]));
});
