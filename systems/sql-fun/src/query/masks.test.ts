import { expect, it } from 'vitest';
import { MaskedText } from './masks.js';

it('knows where the places of the masked text are in the statement', () => {
  const sql = 'SELECT a, f(b.c), d';
  let masked = new MaskedText(sql)
    .with({ start: 7, end: 8, text: 'NULL' })
    .with({ start: 12, end: 15, text: 'NULL' });
  expect(masked.text).toBe('SELECT NULL, f(NULL), d');
  expect([0, 7, 9, 13, 15, 17, 22].map((at) => masked.original(at))).toEqual([
    ...[0, 7, 7, 10, 12, 12, 18],
  ]);
  expect(masked.touches({ start: 10, end: 16 })).toBe(true);
  expect(masked.touches({ start: 8, end: 12 })).toBe(false);
  masked = masked.with({ start: 10, end: 16, text: 'NULL' });
  expect(masked.text).toBe('SELECT NULL, NULL, d');
  expect(masked.original(19)).toBe(18);
});
