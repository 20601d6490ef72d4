import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.js';
import { boundDepth, thinText } from './thin-text.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a value', () => {
  it.each([['1'], ['{"a":[{"b":null}]}'], [nested(500)]])('%.30s is left as it is', (text) =>
    expect(JSON.stringify(boundDepth(JSON.parse(text)))).toBe(text),
  );

  it('is cut where it is too deep, and only there', () => {
    const text = `{"a":${nested(100_000)},"b":[{"c":1}]}`;
    const cut = `{"a":${'['.repeat(499)}null${']'.repeat(499)},"b":[{"c":1}]}`;
    expect(JSON.stringify(parseJson(text))).toBe(cut);
  });

  it('is cut also under a hostile name', () => {
    const text = `${'{"a":'.repeat(499)}{"__proto__":{"x":1}}${'}'.repeat(499)}`;
    expect(JSON.stringify(parseJson(text))).toBe(text.replace('{"x":1}', 'null'));
  });
});

describe('a text with many entries', () => {
  it.each([
    ['[1,2,3]', '[1,2,3]'],
    ['[1,2,3,4,5]', '[1,2,3]'],
    ['{"a":[1,2,3,4],"b":"after"}', '{"a":[1,2,3],"b":"after"}'],
    ['{"a":[[1,[2,3],"]"],[4]],"b":1}', '{"a":[[1,[]]],"b":1}'],
    [
      '{"a":{"b":{"c":{"d":1,"e":2,"f":3,"g":4}}},"h":5}',
      '{"a":{"b":{"c":{"d":1,"e":2,"f":3}}},"h":5}',
    ],
    ['["a,b","\\"],",3,"x]"]', '["a,b","\\"],",3]'],
    ['[1,2,3,[4,5', '[1,2,3'],
    ['no JSON, of 1, 2, 3, 4', 'no JSON, of 1, 2, 3, 4'],
  ])('%s is %s where three are kept', (text, thin) => {
    expect(thinText(text, 3)).toBe(thin);
  });

  it('has the members of a message, whatever comes before them', () => {
    const many = `[${'{},'.repeat(330_000)}{}]`;
    const text = `{"result":{"list":${many},"resultType":"complete"},"id":7,"jsonrpc":"2.0"}`;
    expect(parseJson(text)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    const { result } = parseJson(text) as { result: { list: unknown[] } };
    // An object is an entry, and may have one.
    expect(result.list).toHaveLength(25_000);
  });

  it('that is not JSON is not made into JSON', () => {
    expect(parseJson(`{"a":[${'1,'.repeat(100_000)}`)).toBeUndefined();
    expect(parseJson('x'.repeat(100_000))).toBeUndefined();
  });
});

it('a text with room for everything is left as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(thinText(text)).toBe(text);
    }),
  );
});

it('a text of JSON is JSON, however little is kept', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(20), (value, most) => {
      expect(() => JSON.parse(thinText(JSON.stringify(value), most)) as unknown).not.toThrow();
    }),
  );
});
