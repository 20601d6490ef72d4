import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Outline } from './outline.js';

const outlineOf = (text: string, chunk = 7): string | undefined => {
  const outline = new Outline();
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += chunk) outline.push(bytes.subarray(i, i + chunk));
  return outline.text;
};

describe('an outline', () => {
  it.each([
    [
      '{"method":"tools/call","params":{"id":9,"a":[1,{"id":8}]},"jsonrpc":"2.0","id":3}',
      '{"method":"tools/call","params":{},"jsonrpc":"2.0","id":3}',
    ],
    ['{"a":"}]\\"{","b":["]","\\\\"],"id":"x\\"y"}', '{"a":"}]\\"{","b":[],"id":"x\\"y"}'],
    ['{"id" :\t 1   2 }', '{"id" : 1 2 }'],
    ['[{"id":1},{"id":2}]', '[{},{}]'],
    ['{"p":{"a":"cut off', '{"p":{'],
    ['{"id":1}{"id":2}', '{"id":1}{"id":2}'],
  ])('of %s is %s', (text, expected) => {
    for (const size of [1, 7, 1000]) expect(outlineOf(text, size)).toBe(expected);
  });

  it('is not made if a quote is missing', () => {
    expect(outlineOf('{"a":{"b":x\\"},"id":1}')).toBeUndefined();
  });

  it('is not made of a top level that is itself too long', () => {
    expect(outlineOf(`{"id":1,"a":"${'x'.repeat(5000)}"}`, 100)).toBeUndefined();
    expect(outlineOf(`{"id":1,"a":["${'x'.repeat(5000)}"]}`, 100)).toBe('{"id":1,"a":[]}');
  });

  it('has the same scalar members as the text, in any order and any chunks', () => {
    const member = fc.oneof(fc.string({ maxLength: 20, unit: 'binary' }), fc.integer(), fc.json());
    const members = fc.dictionary(fc.string({ maxLength: 8 }), member, { maxKeys: 6 });
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 9 }), (value, size) => {
        const nested = Object.entries(value).map(([key, item], index) => [
          key,
          index % 2 === 0 ? item : { item },
        ]);
        const text = JSON.stringify(Object.fromEntries(nested));
        if (Buffer.byteLength(text) > 4000) return;
        const flat = Object.entries(JSON.parse(text) as object).map(([key, item]) => [
          key,
          typeof item === 'object' ? {} : (item as unknown),
        ]);
        expect(outlineOf(text, size)).toBe(JSON.stringify(Object.fromEntries(flat)));
      }),
    );
  });
});
