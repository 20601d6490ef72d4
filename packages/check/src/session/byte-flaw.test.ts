import { describe, expect, it } from 'vitest';
import { flawOf } from './link-log.js';

describe('flawOf', () => {
  it.each([
    ['plain letters', Buffer.from('{"a":1}'), undefined],
    ['letters of several bytes', Buffer.from('"é€😀"'), undefined],
    ['U+FFFD that is well encoded', Buffer.from('"\ufffd"'), undefined],
    ['Latin-1', Buffer.from('"é"', 'latin1'), 'invalid UTF-8'],
    ['a letter that is cut off', Buffer.from('"é"').subarray(0, 2), 'invalid UTF-8'],
    ['a byte order mark', Buffer.from('\ufeff{}'), 'byte order mark'],
    ['a byte order mark further on', Buffer.from('{"\ufeff":1}'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('says of %s what is wrong', (_name, line, flaw) => {
    expect(flawOf(line)).toBe(flaw);
  });
});
