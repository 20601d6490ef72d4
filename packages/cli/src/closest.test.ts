import { describe, expect, it } from 'vitest';
import { closest, didYouMean, plain } from './closest.js';

const NAMES = ['DEVICE_UNREACHABLE', 'UNKNOWN_TOOL', 'NOT_FOUND', 'NotFound', 'INTERNAL_ERROR'];

describe('closest', () => {
  it.each([
    ['a missing letter', 'INTERNAL_EROR', ['INTERNAL_ERROR']],
    ['swapped letters', 'UNKONWN_TOOL', ['UNKNOWN_TOOL']],
    ['another spelling', 'notFuond', ['NOT_FOUND']],
    ['a part of the name', 'unreachable', ['DEVICE_UNREACHABLE']],
    ['the words in another order', 'TOOL_UNKNOWN', ['UNKNOWN_TOOL']],
    ['nothing alike', 'zzzz', []],
    ['nothing at all', '', []],
  ])('finds what was meant by %s', (_, given, expected) =>
    expect(closest(given, NAMES)).toEqual(expected),
  );

  it.each([
    ['abc', 'abx', 'axx'],
    ['abcdefg', 'abcdefx', 'abcdexx'],
    ['abcdefgh', 'abcdefxx', 'abcdexxx'],
    ['abcdefghijk', 'abcdefghixx', 'abcdefghxxx'],
    ['abcdefghijkl', 'abcdefghixxx', 'abcdefghxxxx'],
  ])('accepts one wrong letter in four, and one in a shorter word: %s', (given, near, far) => {
    expect(closest(given, [near])).toEqual([near]);
    expect(closest(given, [far])).toEqual([]);
  });

  it('takes four letters for a part of a name, but not three', () => {
    expect(closest('tool', ['UNKNOWN_TOOL'])).toEqual(['UNKNOWN_TOOL']);
    expect(closest('too', ['UNKNOWN_TOOL'])).toEqual([]);
  });

  it('reports a nearer name first, and three at most', () => {
    expect(closest('abcd', ['abcdxx', 'abcx', 'abcdx', 'abcdxxx', 'zbcd'])).toEqual([
      'abcx',
      'abcdx',
      'zbcd',
    ]);
  });

  it('is quick with a very long word', () => {
    expect(closest('x'.repeat(500), NAMES)).toEqual([]);
  });
});

describe('didYouMean', () => {
  it('asks, or says nothing', () => {
    expect(didYouMean('routros', ['routeros', 'engram'])).toBe('; did you mean routeros?');
    expect(didYouMean('zzz', ['routeros', 'engram'])).toBe('');
  });
});

describe('plain', () => {
  it('takes spellings for one name', () => {
    expect(new Set(['NOT_FOUND', 'NotFound', 'not-found', 'not found'].map(plain))).toEqual(
      new Set(['notfound']),
    );
  });
});
