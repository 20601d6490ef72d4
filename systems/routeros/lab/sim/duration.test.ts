import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from './values.js';

describe('durations', () => {
  it.each([
    ['1d2h3m4s', 93_784],
    ['1d02:03:04', 93_784],
    ['26m5s', 1565],
    ['1w', 604_800],
    ['90', 90],
  ])('reads %s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(['', 'x', '1x', '-1', '1h1h', '1.5s', '1:2'])('does not read "%s"', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => parseDuration(formatDuration(seconds)) === seconds),
    );
  });
});
