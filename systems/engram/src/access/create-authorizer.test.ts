import { describe, expect, it } from 'vitest';
import { challenge, createAuthorizer, parseTokens } from './token-list.js';

const ANN = 'canary-token-of-ann';

const head = (authorization?: string) => ({
  header: (name: string) => (name === 'authorization' ? authorization : undefined),
});

const authorize = createAuthorizer(parseTokens(`ann ${ANN}`));

describe('whoever shows', () => {
  it.each([`Bearer ${ANN}`, `bearer ${ANN}`, `BEARER   ${ANN} `])('%j is Ann', (header) => {
    expect(authorize(head(header))).toEqual({ user: 'ann', speaksForOthers: false });
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    ANN,
    `Basic ${ANN}`,
    `Basic ${Buffer.from(`ann:${ANN}`).toString('base64')}`,
    `Bearer ${ANN}x`,
    `Bearer ${ANN} ${ANN}`,
    `Bearer ${ANN},`,
    `Bearer ann ${ANN}`,
  ])('%j is nobody', (header) => {
    expect(() => authorize(head(header))).toThrow(
      expect.objectContaining({
        reason: 'AUTH_FAILED',
        code: -32002,
        retryable: false,
        context: {},
      }),
    );
    expect(() => authorize(head(header))).not.toThrow(/canary/);
  });
});

describe('the challenge', () => {
  it.each([
    [undefined, 'Bearer realm="engram"'],
    ['Basic eA==', 'Bearer realm="engram"'],
    ['Bearer other', 'Bearer realm="engram", error="invalid_token"'],
  ])('to %j is %s', (header, told) => {
    expect(challenge(undefined, head(header))).toBe(told);
  });
});
