import { describe, expect, it } from 'vitest';
import { isLoopback } from './is-loopback.js';

describe('loopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', ''])(
    'is not %j',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
