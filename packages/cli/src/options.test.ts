import { describe, expect, it } from 'vitest';
import { given } from './options.js';

describe('given', () => {
  it('has those of the named options that were said, also where they say no', () => {
    const options = { port: 0, host: undefined, url: '', trust: false, other: 1 };
    expect(given(options, 'port', 'host', 'url', 'trust')).toEqual({
      port: 0,
      url: '',
      trust: false,
    });
    expect('host' in given(options, 'host')).toBe(false);
  });
});
