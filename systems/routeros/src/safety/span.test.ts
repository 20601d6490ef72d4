import { describe, expect, it } from 'vitest';
import { holds, parseCidr, parseSpan } from './addresses.js';

describe('a span of addresses', () => {
  it.each([
    ['10.0.0.7', '10.0.0.7', true],
    ['10.0.0.7', '10.0.0.8', false],
    ['10.0.0.7/24', '10.0.0.0', true],
    ['10.0.0.7/24', '10.0.0.255', true],
    ['10.0.0.7/24', '10.0.1.0', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['10.0.0.3-10.0.1.2', '10.0.0.3', true],
    ['10.0.0.3-10.0.1.2', '10.0.1.2', true],
    ['10.0.0.3-10.0.1.2', '10.0.0.2', false],
    ['10.0.0.3-10.0.1.2', '10.0.1.3', false],
    ['10.0.0.9-10.0.0.1', '10.0.0.5', false],
    ['2001:db8::1-2001:db8::ff', '2001:db8::80', true],
    ['::/0', '10.0.0.1', false],
  ])('%s holds %s: %s', (text, address, expected) => {
    expect(holds(parseSpan(text)!, parseCidr(address)!)).toBe(expected);
  });

  it.each([
    '',
    '-',
    'router.lan',
    'a-b',
    '10.0.0.1-',
    '10.0.0.0/24-10.0.1.0',
    '1.1.1.1-2-3',
    '1.1.1.1-::1',
  ])('is not what %j says', (text) => {
    expect(parseSpan(text)).toBeUndefined();
  });
});
