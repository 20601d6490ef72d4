import { describe, expect, it } from 'vitest';
import { NO_COLORS, resultOf, targetOf } from '../testing/build.js';
import { notApplicableLines, notObservedLines } from './target-lines.js';

const page = (verbose: boolean) => ({ columns: 60, colors: NO_COLORS, verbose });

const unseen = (id: string, why: string, more: Parameters<typeof resultOf>[0] = {}) =>
  resultOf({ id, verdict: 'not observed', why, ...more });

const target = targetOf([
  unseen('a', 'no tool'),
  unseen('b', 'no schema'),
  unseen('c', 'no schema'),
  unseen('d', 'there was no reply', { connection: 'silent' }),
  unseen('e', 'the connection did not survive it', { connection: 'closed' }),
  unseen('b', 'no schema', { era: '2026-07-28' }),
  unseen('a', 'no hint', { era: '2026-07-28' }),
]);

describe('notObservedLines', () => {
  it('counts the cases of each reason, and first those that the server did not survive', () => {
    expect(notObservedLines(page(false), target)).toEqual([
      '',
      'Not observed, and the server closed the connection: 1 case',
      '  1  the connection did not survive it',
      '',
      'Not observed, and the server did not answer: 1 case',
      '  1  there was no reply',
      '',
      'Not observed: 3 cases',
      '  2  no schema',
      '  1  no tool',
      '  1  no hint',
      '  (--verbose names the cases)',
    ]);
  });

  it('names them where it is asked to, and the revision where it is not so in all', () => {
    expect(notObservedLines(page(true), target).slice(-7)).toEqual([
      'Not observed: 3 cases',
      '  2  no schema',
      '     b, c (2025-11-25)',
      '  1  no tool',
      '     a (2025-11-25)',
      '  1  no hint',
      '     a (2026-07-28)',
    ]);
  });

  it('says nothing where all was observed', () => {
    expect(notObservedLines(page(false), targetOf([resultOf()]))).toEqual([]);
  });

  it('keeps long reasons beside their number', () => {
    const many = Array.from({ length: 10 }, (_, at) => unseen(`c${at}`, 'word '.repeat(14).trim()));
    const lines = notObservedLines(page(false), targetOf([...many, unseen('z', 'short')]));
    expect(lines.slice(2, 5)).toEqual([
      `  10  ${'word '.repeat(11).trim()}`,
      `    │ ${'word '.repeat(3).trim()}`,
      '   1  short',
    ]);
  });
});

it('reports what did not apply', () => {
  const off = targetOf([resultOf({ id: 'h', verdict: 'not applicable', why: 'not on stdio' })]);
  expect(notApplicableLines(page(true), off)).toEqual([
    '',
    'Not applicable',
    '  1  not on stdio',
    '     h',
  ]);
});
