import { faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { challenge, createAuthorizer, parseTokens } from './token-list.js';

const ANN = 'canary-token-of-ann';

const head = (authorization?: string) => ({
  header: (name: string) => (name === 'authorization' ? authorization : undefined),
});

const BOB = 'canary-token-of-bob';
const findUser = (token: string) => Promise.resolve(token === BOB ? 'bob' : undefined);
const authorize = createAuthorizer(parseTokens(`ann ${ANN}`), findUser);

describe('a request with', () => {
  it.each([`Bearer ${ANN}`, `bearer ${ANN}`, `BEARER   ${ANN} `])(
    '%j is from Ann',
    async (header) => {
      expect(await authorize(head(header))).toEqual({ user: 'ann', speaksForOthers: false });
    },
  );

  it('a token of the logbook is from its user', async () => {
    const identity = await authorize(head(`Bearer ${BOB}`));
    expect(identity).toEqual({ user: 'bob', speaksForOthers: false });
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
  ])('%j is refused', async (header) => {
    const fault = await faultOf(authorize(head(header)));
    expect(fault).toMatchObject({
      ...{ reason: 'AUTH_FAILED', code: -32002, retryable: false, context: {} },
    });
    expect(fault.message).not.toMatch(/canary/);
  });
});

describe('the challenge', () => {
  it.each([
    [undefined, 'Bearer realm="engram"'],
    ['Basic eA==', 'Bearer realm="engram"'],
    ['Bearer other', 'Bearer realm="engram", error="invalid_token"'],
  ])('to %j is %s', (header, message) => {
    expect(challenge(undefined, head(header))).toBe(message);
  });
});
