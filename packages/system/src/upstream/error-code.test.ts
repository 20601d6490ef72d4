import { describe, expect, it } from 'vitest';
import { errorCode, errorTypeOf, isClosing } from './error-code.js';

const coded = (code: unknown) => Object.assign(new Error('broken'), { code });

describe('what broke a connection', () => {
  it.each([
    [coded('ECONNREFUSED'), 'ECONNREFUSED', 'ECONNREFUSED'],
    [coded('UND_ERR_SOCKET'), 'UND_ERR_SOCKET', 'ECONNRESET'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
    [coded('a password, perhaps'), '', 'ECONNRESET'],
    [coded(7), '', 'ECONNRESET'],
    [new Error('broken'), '', 'ECONNRESET'],
    [undefined, '', 'ECONNRESET'],
    [null, '', 'ECONNRESET'],
  ])('is told from %o', (error, code, type) => {
    expect([errorCode(error), errorTypeOf(error)]).toEqual([code, type]);
  });

  it('may have been ourselves', () => {
    expect(isClosing(coded('UND_ERR_DESTROYED'))).toBe(true);
    expect(isClosing(coded('UND_ERR_CLOSED'))).toBe(true);
    expect(isClosing(coded('UND_ERR_SOCKET'))).toBe(false);
  });
});
