import { expect, it } from 'vitest';
import { GENERIC } from './generic.js';

it('says of each failure what it is, whether anything may have happened, and its HTTP status', () => {
  const rows = Object.values(GENERIC).map((d) =>
    [d.reason, d.condition, d.category, d.effect, d.http ?? '-'].join(' '),
  );
  expect(rows).toEqual([
    'UNEXPECTED unexpected internal unknown 500',
    'INVALID_INPUT validation validation none 400',
    'TIMEOUT timeout dependency unknown 504',
    'CANCELLED cancelled internal unknown -',
    'UNREACHABLE unreachable dependency unknown 502',
    'UNTRUSTED unreachable dependency unknown 502',
    'UPSTREAM_AUTH upstream-auth dependency unknown 502',
    'UPSTREAM_ERROR upstream-error dependency unknown 502',
    'RATE_LIMITED rate-limited dependency unknown 429',
    'NOT_FOUND not-found business unknown 404',
    'FORBIDDEN forbidden business unknown 403',
    'CONFLICT conflict business unknown 409',
    'EXHAUSTED exhausted dependency unknown 503',
    'STORAGE_BUSY storage-unavailable dependency unknown 503',
    'STORAGE_UNAVAILABLE storage-unavailable dependency unknown 503',
  ]);
});
