import { engram } from '@errata/catalogs/engram';
import { describe, expect, it } from 'vitest';
import { isFinal } from './deliver.js';

describe('a failure to send', () => {
  it.each([400, 413, 414, 415, 422])('with status %i is final', (status) => {
    expect(isFinal(engram.OPENMEMORY_API_ERROR({ status }))).toBe(true);
  });

  it.each([401, 403, 404, 408, 409, 429, 500, 502, 503, 507])(
    'with status %i may pass',
    (status) => {
      expect(isFinal(engram.OPENMEMORY_API_ERROR({ status }))).toBe(false);
    },
  );

  it('that says by itself whether it may pass is believed, and an exception may pass', () => {
    expect(isFinal(engram.OPENMEMORY_CONNECTION_FAILED({}))).toBe(false);
    expect(isFinal(engram.OPENMEMORY_UNAVAILABLE({}))).toBe(false);
    expect(isFinal(engram.INVALID_PARAM_VALUE({ param: 'content' }))).toBe(true);
    expect(isFinal(new TypeError('x'))).toBe(false);
    expect(isFinal(undefined)).toBe(false);
  });
});
