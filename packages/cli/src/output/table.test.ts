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
