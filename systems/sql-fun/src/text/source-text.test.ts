import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplacedText, SourceText } from './source-text.js';

describe('SourceText', () => {
  const text = 'select 1,\n  é😀 日,\r\n\nx';

  it.each([
    [0, { offset: 0, line: 1, column: 1 }],
    [7, { offset: 7, line: 1, column: 8 }],
    [10, { offset: 10, line: 2, column: 1 }],
    [12, { offset: 12, line: 2, column: 3 }],
    [14, { offset: 13, line: 2, column: 4 }],
    [18, { offset: 15, line: 2, column: 5 }],
    [19, { offset: 16, line: 2, column: 6 }],
    [22, { offset: 17, line: 2, column: 7 }],
    [25, { offset: 20, line: 3, column: 1 }],
    [26, { offset: 21, line: 4, column: 1 }],
    [99, { offset: 22, line: 4, column: 2 }],
  ])('finds the place of byte %i', (byte, place) => {
    const source = new SourceText(text);
    expect(source.placeAt(source.offset(byte))).toEqual(place);
  });

  it('finds places in any order', () => {
    const source = new SourceText(text);
    expect([22, 0, 18, 12, 26].map((byte) => source.offset(byte))).toEqual([17, 0, 15, 12, 21]);
  });

  it('counts the characters of an error of the parser', () => {
    const source = new SourceText(text);
    expect([0, 13, 14, 15].map((n) => source.offsetOfCharacter(n))).toEqual([0, 13, 15, 16]);
    expect(source.charactersBefore(16)).toBe(15);
  });

  it('agrees with the encoder about every character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (each) => {
        const source = new SourceText(each);
        let [offset, character] = [0, 0];
        for (const point of each) {
          const byte = Buffer.byteLength(each.slice(0, offset));
          expect(source.offset(byte)).toBe(offset);
          expect(source.offsetOfCharacter(character)).toBe(offset);
          offset += point.length;
          character++;
        }
      }),
    );
  });
});

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
