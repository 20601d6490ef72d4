import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableKey, stableText } from './loop-breaker.js';

describe('stableText', () => {
  it('sorts members and omits what JSON omits', () => {
    expect(stableText({ b: 1, a: [true, null, undefined], c: undefined })).toBe(
      '{"a":[true,null,null],"b":1}',
    );
    expect(stableText(undefined)).toBe('null');
    expect(stableText(new Date(0))).toBe('<"1970-01-01T00:00:00.000Z">');
  });

  it('survives cycles and getters that throw', () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle['self'] = cycle;
    expect(stableText(cycle)).toBe('{"a":1,"self":<cycle>}');
    expect(
      stableText({
        get a() {
          throw new Error('no');
        },
      }),
    ).toBe('{}');
  });

  it('returns nothing for values that are too large or too deep', () => {
    let deep: unknown = 0;
    for (let i = 0; i < 5000; i++) deep = [deep];
    expect(stableText(deep)).toBeUndefined();
    expect(stableText(Array.from({ length: 20_000 }, () => 0))).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true }),
        (value) => void stableKey(value),
      ),
    );
  });
});

describe('stableKey', () => {
  it('is short and the same for equal JSON in any order', () => {
    expect(stableKey({ a: 1, b: { c: 2, d: 3 } })).toBe(stableKey({ b: { d: 3, c: 2 }, a: 1 }));
    expect(stableKey({ text: 'x'.repeat(100_000) })!.length).toBeLessThan(40);
  });

  it('differs for different JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(stableKey(a) === stableKey(b)).toBe(stableText(a) === stableText(b));
      }),
    );
  });
});
