import { describe, expect, it } from 'vitest';
import { indent, wrap } from './wrap.js';

describe('wrap', () => {
  it('cuts a long path after a slash, not in a name', () => {
    expect(wrap('at (/srv/shop/node_modules/sdk/index.js:1:2)', 18)).toEqual([
      'at',
      '(/srv/shop/',
      'node_modules/sdk/',
      'index.js:1:2)',
    ]);
  });

  it.each([
    ['', 5, ['']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['ONE_TWO', 5, ['ONE_', 'TWO']],
    ['未知工具', 4, ['未知', '工具']],
  ])('breaks %j at %d cells', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
});

describe('indent', () => {
  it('moves every line in', () => {
    expect(indent('one two', 2, 6)).toEqual(['  one', '  two']);
  });
});
