import { describe, expect, it } from 'vitest';
import { ReplacedText } from './replaced-text.js';

describe('ReplacedText', () => {
  //                            0123456789
  const replaced = new ReplacedText('xab:nameyz', [{ start: 3, end: 8, text: '$1' }], {
    start: 1,
    end: 9,
  });

  it('has the new text', () => expect(replaced.text).toBe('ab$1y'));

  it.each([
    [0, 1, false],
    [1, 2, false],
    [2, 3, true],
    [3, 3, false],
    [4, 8, false],
    [5, 9, false],
  ])('leads offset %d back to %d', (offset, original, isReplaced) => {
    const within = replaced.lastWithin({ start: offset, end: offset + 1 });
    expect([replaced.original(offset), within !== undefined]).toEqual([original, isReplaced]);
  });

  it('passes a stretch that is left out', () => {
    const without = new ReplacedText('abcdef', [{ start: 2, end: 4, text: '' }]);
    expect([without.text, without.original(1), without.original(2), without.original(4)]).toEqual([
      ...['abef', 1, 4, 6],
    ]);
  });
});
