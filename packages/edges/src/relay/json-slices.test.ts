import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endOfJson,
  findMembers,
  findPath,
  memberText,
  onOneLine,
  splitItems,
} from './json-slices.js';

describe('slices of JSON', () => {
  it.each([
    ['{"a":1,"b":2}', 'b', '2'],
    ['\ufeff { "a" : [1, {"b":"}"}] , "b" : "x\\"]}\\\\" } ', 'b', '"x\\"]}\\\\"'],
    ['{"b":1,"b":9007199254740993}', 'b', '9007199254740993'],
    ['{"\\u0062":1.0}', 'b', '1.0'],
    ['{"a":{"b":1}}', 'b', undefined],
    ['[{"b":1}]', 'b', undefined],
    ['{}', 'b', undefined],
  ])('%s has %s as %s', (text, name, value) => {
    expect(memberText(text, name)).toBe(value);
  });

  it('follow a path through objects only', () => {
    const text = '{"params":{"_meta":{"k":7}},"list":[{"k":8}]}';
    expect(findPath(text, ['params', '_meta', 'k'])).toEqual({ start: 24, end: 25 });
    expect(findPath(text, ['list', 'k'])).toBeUndefined();
    expect(findPath('{"a":1,"b":{"k":2}}', ['a', 'k'])).toBeUndefined();
  });

  it('are empty if a value is incomplete', () => {
    expect(endOfJson('{"a":[1', 0)).toBe(-1);
    expect(endOfJson('"abc', 0)).toBe(-1);
    expect(findMembers('{"a":1,"b":[').has('b')).toBe(false);
  });

  it('equal those of JSON.parse, member by member and item by item', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 2),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          const members = [...findMembers(text)].map(([name, { start, end }]) => [
            name,
            JSON.parse(text.slice(start, end)) as unknown,
          ]);
          expect(new Map(members as [string, unknown][])).toEqual(
            new Map(Object.entries(JSON.parse(text) as object)),
          );
          expect(JSON.parse(onOneLine(text))).toEqual(JSON.parse(text));
          expect(onOneLine(text)).not.toContain('\n');
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (items) => {
        const text = JSON.stringify(items);
        expect(splitItems(text).map((item) => JSON.parse(item) as unknown)).toEqual(
          JSON.parse(text),
        );
      }),
    );
  });
});
