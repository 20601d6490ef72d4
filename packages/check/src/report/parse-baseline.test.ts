import { describe, expect, it } from 'vitest';
import { findPlaces } from './baseline.js';

describe('findPlaces', () => {
  it.each([
    '{}',
    ' [ ] ',
    '0',
    '-1.5e+10',
    '"a\\u00e9\\"\u007f😀"',
    '{"a":[1,{"b":null}],"":true}',
  ])('takes %s for JSON, as the engine does', (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(findPlaces(text).broken).toBeUndefined();
  });

  it.each([
    ['', 0],
    ['{', 1],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['01', 1],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    ['[1] x', 4],
    ["{'a':1}", 1],
    ['nul', 0],
  ])('says where %j breaks', (text, at) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(findPlaces(text).broken).toBe(at);
  });

  it('finds the line of a value, or of the nearest above it', () => {
    const { lineOf } = findPlaces('{\n"a": [\n1,\n{"b":\n2}]}');
    expect([[], ['a'], ['a', 1], ['a', 1, 'b'], ['a', 1, 'c'], ['x', 'y']].map(lineOf)).toEqual([
      1, 2, 4, 5, 4, 1,
    ]);
  });
});
