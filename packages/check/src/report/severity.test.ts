import { expect, it } from 'vitest';
import { SEVERITY } from './severity.js';

it('ranks an end before a leak, a leak before a silence, and ids last', () => {
  const order = Object.entries(SEVERITY).sort(([, a], [, b]) => a - b);
  expect(order.map(([group]) => group)).toEqual([
    'life',
    'process',
    'leaks',
    'silent',
    'framing',
    'lifecycle',
    'cancellation',
    'retry',
    'http',
    'methods',
    'arguments',
    'messages',
    'codes',
    'requests',
    'notifications',
    'batches',
    'ids',
  ]);
  expect(new Set(Object.values(SEVERITY)).size).toBe(order.length);
});
