import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './daemon-link.js';

describe('lines', () => {
  it('come out whole, however they were cut on the way', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', '\u2028', '\r', '{', 'é', '😀'),
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(9)), (lines, cuts) => {
        const text = lines.map((each) => `x${each}\n`).join('');
        const splitter = new LineSplitter(1000);
        const found: string[] = [];
        let at = 0;
        for (const cut of [...cuts, text.length]) {
          found.push(...splitter.push(text.slice(at, at + cut))!);
          at += cut;
        }
        expect(found).toEqual(lines.map((each) => `x${each}`));
      }),
    );
  });

  it('that are empty are none', () => {
    expect(new LineSplitter(10).push('\n\r\n \na\n')).toEqual(['a']);
  });

  it.each([[['abcdef']], [['abcdef\n']], [['abc', 'def']], [['x\nabc', 'def\n']]])(
    'that are too long are not kept: %j',
    (chunks) => {
      const splitter = new LineSplitter(5);
      expect(chunks.map((chunk) => splitter.push(chunk)).at(-1)).toBeUndefined();
    },
  );
});
