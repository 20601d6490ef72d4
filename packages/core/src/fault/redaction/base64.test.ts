import { describe, expect, it } from 'vitest';
import { encodeBase64, isEncodedPair } from './base64.js';

describe('isEncodedPair', () => {
  it.each([
    ['dXNlcjpwYXNz', true], // user:pass
    ['dXNlcjpwdw==', true], // user:pw
    ['dXNlcjpwdzE=', true], // user:pw1
    ['dXNlcnBhc3M=', false], // no colon
    ['YTp/', false], // a delete character
    ['YTp+', true], // a:~
    ['YToe', false], // a control character
    ['YTog', true], // a colon and a space
    ['YT-g', false], // not of the alphabet
  ])('%s: %s', (text, expected) => {
    expect(isEncodedPair(text)).toBe(expected);
  });
});

describe('encodeBase64', () => {
  it.each([1, 2, 3, 4])('equals the base64 of Buffer for %s bytes, without padding', (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => 250 - i * 80);
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64').replace(/=+$/, ''));
  });
});
