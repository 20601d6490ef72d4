import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter } from './daemon-link.js';

describe('lines', () => {
  it('come out whole, however they were cut on the way', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', '\u2028', '\r', '{', 'é', '😀'),
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(9)), (lines, cuts) => {
        const text = lines.map((each) => `x${each}\n`).join('');
        const split = createLineSplitter(1000);
        const found: string[] = [];
        let at = 0;
        for (const cut of [...cuts, text.length]) {
          found.push(...split(text.slice(at, at + cut))!);
          at += cut;
        }
        expect(found).toEqual(lines.map((each) => `x${each}`));
      }),
    );
  });

  it('that are empty are none', () => {
    expect(createLineSplitter(10)('\n\r\n \na\n')).toEqual(['a']);
  });

  it.each([[['abcdef']], [['abcdef\n']], [['abc', 'def']], [['x\nabc', 'def\n']]])(
    'that are too long are not kept: %j',
    (chunks) => {
      const split = createLineSplitter(5);
      expect(chunks.map((chunk) => split(chunk)).at(-1)).toBeUndefined();
    },
  );
});
