import { describe, expect, it } from 'vitest';
import { maskSpans, REDACTED, Scan } from './spans.js';

describe('Scan', () => {
  it('keeps the beginning of a span that comes after a later one', () => {
    const scan = new Scan('abcdefgh', { count: 0 });
    for (const [from, to] of [
      [0, 1],
      [5, 8],
      [3, 6],
    ] as const)
      scan.mask(from, to);
    expect(maskSpans(scan.text, scan.spans)).toBe(`${REDACTED}bc${REDACTED}`);
  });
});

describe('maskSpans', () => {
  it('masks spans in any order', () => {
    expect(maskSpans('abcdef', [4, 5, 0, 1])).toBe(`${REDACTED}bcd${REDACTED}f`);
  });

  it('makes one marker of spans that overlap or touch', () => {
    expect(maskSpans('abcdef', [0, 3, 2, 4])).toBe(`${REDACTED}ef`);
    expect(maskSpans('abcdef', [2, 4, 0, 2])).toBe(`${REDACTED}ef`);
  });

  it('never leaves half of a marker', () => {
    const text = `x ${REDACTED} y`;
    expect(maskSpans(text, [0, 5])).toBe(`${REDACTED} y`);
    expect(maskSpans(text, [5, text.length])).toBe(`x ${REDACTED}`);
  });
});
