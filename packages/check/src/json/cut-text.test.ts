import { expect, it } from 'vitest';
import { weightOf } from './thin-text.js';

it.each([
  ['1', 65],
  ['"abc"', 69],
  ['[{},{}]', 7 + 5 * 64],
])('a text such as %s weighs %d', (text, weight) => {
  expect(weightOf(text)).toBe(weight);
});
