import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { objectOrEmpty, parseJson, rawMember } from './json.js';

describe('the text of a member', () => {
  it.each([
    ['{"id":9007199254740993}', '9007199254740993'],
    ['{"id": 1.0 ,"x":1}', '1.0'],
    ['{"x":{"id":1},"id":2}', '2'],
    ['{"x":[{"id":1}],"id":"a,b}"}', '"a,b}"'],
    ['{"id":"say \\"id\\":3"}', '"say \\"id\\":3"'],
    ['{"\\u0069d":7}', '7'],
    ['{"id":null}', 'null'],
    ['{"id":{"a":[1,2]}}', '{"a":[1,2]}'],
    ['{"id":1,"id":2}', '2'],
    ['{"x":"id"}', undefined],
    ['[{"id":1}]', undefined],
    ['{}', undefined],
    ['7', undefined],
    ['', undefined],
  ])('of %s is %s', (text, raw) => {
    expect(rawMember(text, 'id')).toBe(raw);
  });

  it('says the same as JSON.parse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (others, id) => {
        const text = JSON.stringify({ ...others, id });
        expect(JSON.parse(rawMember(text, 'id')!)).toEqual(JSON.parse(text).id);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void rawMember(text, 'id')));
  });
});

it('has no members but those of objects', () => {
  expect(objectOrEmpty(undefined)).toEqual({});
  expect(objectOrEmpty([1])).toEqual({});
  expect(objectOrEmpty('x')).toEqual({});
  expect(objectOrEmpty({ a: 1 })).toEqual({ a: 1 });
});

it('gives undefined for text that is not JSON', () => {
  expect(parseJson('{')).toBeUndefined();
  expect(parseJson('null')).toBeNull();
});
