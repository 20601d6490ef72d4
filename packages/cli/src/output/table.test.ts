import { describe, expect, it } from 'vitest';
import { renderTable } from './table.js';

describe('renderTable', () => {
  it('lines up columns', () => {
    const text = renderTable(
      [{ title: 'code' }, { title: 'reason' }],
      [['-32010', 'DEVICE_UNREACHABLE']],
      80,
    );
    expect(text).toBe('code    reason\n──────  ──────────────────\n-32010  DEVICE_UNREACHABLE');
  });

  it('wraps the columns that may wrap, and fits the screen', () => {
    const text = renderTable(
      [{ title: 'a' }, { title: 'b', wrap: true }],
      [['1234567890', 'some words that are longer than what is left of the line']],
      40,
    );
    expect(text.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(text).toContain('1234567890  some words that are longer');
  });

  it('makes the widest column narrower first, and breaks long names after an underscore', () => {
    const text = renderTable(
      [{ title: 'code' }, { title: 'reason', wrap: true }, { title: 'by', wrap: true }],
      [['-32021', 'MISSING_REQUIRED_CLIENT_CAPABILITY', 'somebody']],
      40,
    );
    expect(text.split('\n').slice(2)).toEqual([
      '-32021  MISSING_REQUIRED_       somebody',
      '        CLIENT_CAPABILITY',
    ]);
  });

  it.each([
    ['first', 'one two three four five six seven eight', 'one two three four'],
    ['second', 'one two three four', 'one two three four five six seven eight'],
  ])('narrows only the wider of two columns where that is enough: the %s', (_, left, right) => {
    const text = renderTable(
      [
        { title: 'left', wrap: true },
        { title: 'right', wrap: true },
      ],
      [[left, right]],
      42,
    );
    const widths = text
      .split('\n')[1]!
      .split('  ')
      .map((rule) => rule.length);
    expect(widths).toEqual(left.length > right.length ? [22, 18] : [18, 22]);
  });

  it('narrows two columns evenly once they are equally wide', () => {
    const words = 'one two three four five six seven eight';
    const text = renderTable(
      [
        { title: 'left', wrap: true },
        { title: 'right', wrap: true },
      ],
      [[words, `${words} nine ten`]],
      42,
    );
    expect(text.split('\n')[1]).toBe(`${'─'.repeat(20)}  ${'─'.repeat(20)}`);
  });

  it('breaks words only after every column that may wrap is down to its longest one', () => {
    const text = renderTable(
      [
        { title: 'recovery', wrap: true },
        { title: 'retryable', wrap: true },
      ],
      [['user_action_required', 'yes, if the status is 500 or above']],
      36,
    );
    expect(text.split('\n').slice(2)).toEqual([
      'user_action_required  yes, if the',
      '                      status is 500',
      '                      or above',
    ]);
  });

  it('colours cells without counting the colour', () => {
    const style = (cell: string) => `<${cell}>`;
    const text = renderTable([{ title: 'a', style }, { title: 'b' }], [['1', '2']], 40);
    expect(text.split('\n')[2]).toBe('<1>  2');
  });

  it('counts East Asian characters as two cells', () => {
    expect(renderTable([{ title: 'x' }, { title: 'y' }], [['未知', 'b']], 80).split('\n')[2]).toBe(
      '未知  b',
    );
  });
});
