import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader, type Overlong } from './line-reader.js';

function read(chunks: readonly Buffer[], maxBytes = 1000) {
  const lines: string[] = [];
  const cuts: Overlong[] = [];
  const reader = new LineReader(maxBytes, {
    line: (text) => lines.push(text),
    overlong: (cut) => cuts.push(cut),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, cuts };
}

describe('lines', () => {
  it('are the same wherever the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[^\n\r]*$/)),
        fc.integer({ min: 1, max: 7 }),
        (given, size) => {
          // What is no UTF-8 text cannot be the same text again.
          const lines = given.map((line) => Buffer.from(line).toString());
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const chunks = [];
          for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.subarray(i, i + size));
          expect(read(chunks, 10_000).lines).toEqual(lines);
        },
      ),
    );
  });

  it('may end as in Windows, and the last one not at all', () => {
    expect(read([Buffer.from('a\r\n\nb')]).lines).toEqual(['a', '', 'b']);
  });

  it('beyond the limit are known by their beginning, their end and their length', () => {
    const long = `begin${'x'.repeat(20_000)}end`;
    const chunks = `${long}\nnext\n`.match(/[^]{1,999}/g)!.map((part) => Buffer.from(part));
    const { lines, cuts } = read(chunks);
    expect(lines).toEqual(['next']);
    expect(cuts).toHaveLength(1);
    expect(cuts[0]!.bytes).toBe(long.length);
    expect(cuts[0]!.head.startsWith('begin')).toBe(true);
    expect(cuts[0]!.tail.endsWith('end')).toBe(true);
    expect(cuts[0]!.head.length + cuts[0]!.tail.length).toBeLessThan(5000);
  });
});
