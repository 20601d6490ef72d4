import { describe, expect, it } from 'vitest';
import { outline } from './messages.js';

const ROOM = { entries: 4, text: 5 };

describe('the outline of a value', () => {
  it.each([
    [1, 1],
    ['a long text', 'a lon'],
    [null, null],
    [undefined, undefined],
    [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4],
    ],
    [{ a: [1, 2, 3, 4], b: 1 }, { a: [1, 2, 3] }],
  ])('of %j is %j', (value, drawn) => {
    expect(outline(value, ROOM)).toEqual(drawn);
  });

  it('has what a message is judged by, whatever comes before it', () => {
    const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`x${index}`, {}]));
    const message = {
      ...many,
      result: { ...many, resultType: 'whole', content: [{ type: 'text', text: 'no', more: many }] },
      jsonrpc: '2.0',
      id: 7,
    };
    expect(outline(message, { entries: 20, text: 5 })).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: { resultType: 'whole', content: [{ type: 'text', text: 'no' }] },
    });
  });

  it('has an own member of any name', () => {
    const value = JSON.parse('{"__proto__":{"x":1}}') as object;
    expect(JSON.stringify(outline(value, { entries: 4, text: 9 }))).toBe('{"__proto__":{"x":1}}');
  });

  it('does not overflow where a value is deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(JSON.stringify(outline(deep, { entries: 1000, text: 5 }))).toBe('[[[[[[[[[]]]]]]]]]');
  });
});
