import { describe, expect, it } from 'vitest';
import { bearerToken } from './bearer-token.js';

describe('the token of a header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc  ', 'abc'],
    ['BEARER a b', 'a b'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
