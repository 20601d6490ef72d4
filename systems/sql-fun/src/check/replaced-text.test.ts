import { describe, expect, it } from 'vitest';
import { ReplacedText } from './replaced-text.js';

describe('ReplacedText', () => {
  //                            0123456789
  const replaced = new ReplacedText('xab:nameyz', 1, 9, [
    { start: 3, end: 8, text: '$1', parameter: true },
  ]);

  it('has the new text', () => expect(replaced.text).toBe('ab$1y'));

  it.each([
    [0, 1, false],
    [1, 2, false],
    [2, 3, true],
    [3, 3, false],
    [4, 8, false],
    [5, 9, false],
  ])('leads offset %d back to %d', (offset, original, parameter) => {
    expect([replaced.original(offset), replaced.hasParameter(offset, offset + 1)]).toEqual([
      original,
      parameter,
    ]);
  });

  it('passes a stretch that is left out', () => {
    const without = new ReplacedText('abcdef', 0, 6, [{ start: 2, end: 4, text: '' }]);
    expect([without.text, without.original(1), without.original(2), without.original(4)]).toEqual([
      ...['abef', 1, 4, 6],
    ]);
  });
});
