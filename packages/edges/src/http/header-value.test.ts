import { describe, expect, it } from 'vitest';
import { decodeHeaderValue } from './request-era.js';

describe('decodeHeaderValue', () => {
  it.each([
    ['plain', 'plain'],
    ['  around \t', 'around'],
    ['\u00a0kept', '\u00a0kept'],
    ['=?base64?SGVsbG8=?=', 'Hello'],
    ['=?base64?w6k=?=', 'é'],
    ['=?base64??=', ''],
    ['=?base64?PT9iYXNlNjQ/eD89?=', '=?base64?x?='],
    ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
  ])('reads %j as %j', (value, said) => expect(decodeHeaderValue(value)).toBe(said));

  it.each([
    '=?base64?SGVsbG8?=',
    '=?base64?SGVs bG8=?=',
    '=?base64?_-==?=',
    '=?base64?/w==?=',
    '=?base64?=?=',
  ])('cannot read %j', (value) => expect(decodeHeaderValue(value)).toBeUndefined());
});
