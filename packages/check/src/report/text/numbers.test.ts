import { expect, it } from 'vitest';
import { counted, duration, grouped } from './numbers.js';

it.each([
  [grouped(999), '999'],
  [grouped(1204), '1,204'],
  [grouped(1234567), '1,234,567'],
  [counted(1, 'request'), '1 request'],
  [counted(0, 'request'), '0 requests'],
  [counted(2, 'entry', 'entries'), '2 entries'],
  [duration(829.6), '830 ms'],
  [duration(12_430), '12.4 s'],
])('tells %s', (told, text) => expect(told).toBe(text));
