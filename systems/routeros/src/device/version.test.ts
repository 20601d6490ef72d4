import { describe, expect, it } from 'vitest';
import { compareVersions, isAtLeast, readVersion } from './values.js';

describe('a version of RouterOS', () => {
  it('is older or newer by its numbers, not by its letters', () => {
    const sorted = [
      'unknown',
      '6.49.10',
      '7.8',
      '7.9',
      '7.10beta5',
      '7.10rc1',
      '7.10rc6',
      '7.10',
      '7.10.1',
      '7.16.2 (stable)',
    ];
    expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted);
    expect(compareVersions('7.16', '7.16.0')).toBe(0);
  });

  it.each([
    ['7.10', '7.10', true],
    ['7.10.1', '7.10', true],
    ['7.9', '7.10', false],
    ['7.10rc1', '7.10', false],
    ['7.16.2 (stable)', '7.10', true],
    ['', '7.10', false],
  ])('%j at least %s: %j', (version, wanted, expected) => {
    expect(isAtLeast(version, wanted)).toBe(expected);
  });

  it('has a channel that is not part of it', () => {
    expect(readVersion('7.16.2 (stable)')).toBe('7.16.2');
    expect(readVersion('7.17beta2 (testing)')).toBe('7.17beta2');
    expect(readVersion(' 7.1')).toBe('7.1');
  });

  it.each(['', ' ', '\u202e7.1', '7.1\u001b[31m', '-7', `7.${'1'.repeat(49)}`])(
    'is none where it is %j',
    (text) => {
      expect(readVersion(text)).toBeUndefined();
    },
  );

  it('has fifty characters at most', () => {
    const longest = `7.${'1'.repeat(48)}`;
    expect(readVersion(longest)).toBe(longest);
  });
});
