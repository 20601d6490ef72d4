import { createHmac, createPublicKey } from 'node:crypto';
import { faultOf } from '@errata/testing';
import fc from 'fast-check';
import type { JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearing, headWith } from '../../lab/testing/fixtures.js';
import { startTokenIssuer, type TokenClaims, type TokenIssuer } from '../../lab/token-issuer.js';
import { createAuthorizer, type Authorizer, type AuthorizerOptions } from './create-authorizer.js';

const AUDIENCE = 'https://fleet.example/mcp';
const ADA = { sub: 'ada', roles: ['ops_rw'], audience: AUDIENCE };

let issuer: TokenIssuer;
let authorizer: Authorizer;

const create = (options: Partial<AuthorizerOptions> = {}) =>
  createAuthorizer({ issuer: issuer.issuer, audience: AUDIENCE, ...options });
const tokenOf = (claims: Partial<TokenClaims> = {}) => issuer.token({ ...ADA, ...claims });
const userOf = async (claims?: Partial<TokenClaims>) =>
  authorizer.authorize(bearing(await tokenOf(claims)));

beforeAll(async () => {
  issuer = await startTokenIssuer();
  authorizer = create();
});
afterAll(() => issuer.close());

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function publishedKey(): Promise<JWK> {
  const response = await fetch(`${issuer.issuer}/jwks`);
  return ((await response.json()) as { keys: JWK[] }).keys[0]!;
}

const claimsOf = (token: string) => token.split('.')[1]!;

describe('a good token', () => {
  it('says who is asking', async () => {
    expect(await userOf()).toEqual({ id: 'ada', role: 'ops_rw', devices: 'all', single: false });
  });

  it('may come under any spelling of the scheme', async () => {
    const head = headWith(`bEARER   ${await tokenOf()}`);
    expect(await authorizer.authorize(head)).toMatchObject({ id: 'ada' });
  });

  it('may be for several audiences', async () => {
    const aud = ['https://other.example', AUDIENCE];
    expect(await userOf({ instead: { aud } })).toMatchObject({ id: 'ada' });
  });

  it('is read by the names of claims that the operator chose', async () => {
    const named = create({ rolesClaim: 'https://x.example/roles', devicesClaim: 'routers' });
    const instead = { 'https://x.example/roles': 'admin', routers: ['a'] };
    expect(await named.authorize(bearing(await tokenOf({ instead })))).toMatchObject({
      role: 'admin',
      devices: ['a'],
    });
  });

  it('is judged by the clock of the service, with the tolerance that it was given', async () => {
    const token = bearing(await tokenOf({ expiresIn: 60 }));
    const at = (seconds: number) => ({ now: () => Date.now() + seconds * 1000 });
    expect(await create({ ...at(80), clockTolerance: 60 }).authorize(token)).toBeDefined();
    const late = await faultOf(create({ ...at(80), clockTolerance: 0 }).authorize(token));
    expect(late.details).toBe('The token has expired');
  });
});

describe('a request without a bearer token', () => {
  it.each([undefined, '', 'Bearer', 'Bearer   ', 'Basic YWRhOmxvdmVsYWNl', 'Bearerabc'])(
    'is one with %j',
    async (authorization) => {
      const fault = await faultOf(authorizer.authorize(headWith(authorization)));
      expect(fault).toMatchObject({ reason: 'UNAUTHORIZED', code: -32001 });
      expect(fault.details).toBe('No valid authentication found');
    },
  );
});

describe('a token that is wrong', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const wrong: Record<string, [make: () => string | Promise<string>, details: string]> = {
    'no JWT at all': [() => 'garbage', 'The token is not valid'],
    'two tokens': [async () => `${await tokenOf()}, Bearer b`, 'The token is not valid'],
    'without a signature': [
      async () => `${encode({ alg: 'none' })}.${claimsOf(await tokenOf())}.`,
      'The token is signed in a way that is not accepted',
    ],
    'HS256 with the public key as the secret': [
      async () => {
        const key = await publishedKey();
        const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
        const signed = `${encode({ alg: 'HS256', kid: key.kid })}.${claimsOf(await tokenOf())}`;
        return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
      },
      'The token is signed in a way that is not accepted',
    ],
    'other claims under the signature': [
      async () => {
        const [head, claims, signature] = (await tokenOf()).split('.');
        const more = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as object;
        return `${head}.${encode({ ...more, roles: 'admin' })}.${signature}`;
      },
      'The signature of the token cannot be verified',
    ],
    'of a key that the issuer never had': [
      async () => {
        const [, claims, signature] = (await tokenOf()).split('.');
        return `${encode({ alg: 'ES256', kid: 'mine' })}.${claims}.${signature}`;
      },
      'The signature of the token cannot be verified',
    ],
    expired: [() => tokenOf({ expiresIn: -60 }), 'The token has expired'],
    'without an end': [
      () => tokenOf({ instead: { exp: undefined } }),
      "The token lacks the claim 'exp'",
    ],
    'not valid yet': [
      () => tokenOf({ instead: { nbf: seconds() + 600 } }),
      'The token is not valid yet',
    ],
    'with a beginning that is no time': [
      () => tokenOf({ instead: { nbf: 'soon' } }),
      'The token is not valid',
    ],
    'from another issuer': [
      () => tokenOf({ instead: { iss: 'https://other.example' } }),
      'The token is from another issuer',
    ],
    'for another audience': [
      () => tokenOf({ audience: 'https://other.example' }),
      'The token is for another audience',
    ],
    'without an audience': [
      () => tokenOf({ instead: { aud: undefined } }),
      "The token lacks the claim 'aud'",
    ],
    'without a subject': [
      () => tokenOf({ instead: { sub: undefined } }),
      "The token lacks the claim 'sub'",
    ],
    'of an empty name': [() => tokenOf({ sub: '' }), 'The token does not say who is asking'],
    'of a name that is a number': [
      () => tokenOf({ instead: { sub: 7 } }),
      'The token does not say who is asking',
    ],
    'of a name without end': [
      () => tokenOf({ sub: 'a'.repeat(256) }),
      'The token does not say who is asking',
    ],
  };

  it.each(Object.entries(wrong))('%s', async (_name, [make, details]) => {
    const token = await make();
    const fault = await faultOf(authorizer.authorize(bearing(token)));
    expect(fault.reason).toBe('UNAUTHORIZED');
    expect(fault.details).toBe(details);
    for (const part of token.split('.').filter((text) => text.length > 8)) {
      expect(fault.details).not.toContain(part);
      expect(String((fault.cause as Error | undefined)?.message)).not.toContain(part);
    }
  });

  it('is never anything but unauthorized, whatever is sent', async () => {
    const good = await tokenOf();
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.tuple(fc.json(), fc.json(), fc.base64String()).map(([head, claims, signature]) => {
        const [a, b] = [head, claims].map((part) => Buffer.from(part).toString('base64url'));
        return `${a}.${b}.${signature}`;
      }),
      fc
        .tuple(fc.nat(good.length - 1), fc.constantFrom('', '.', 'A', '!'))
        .map(([at, by]) => good.slice(0, at) + by + good.slice(at + 1))
        .filter((changed) => changed !== good),
    );
    await fc.assert(
      fc.asyncProperty(text, async (sent) => {
        expect((await faultOf(authorizer.authorize(bearing(sent)))).reason).toBe('UNAUTHORIZED');
      }),
    );
  });
});

describe('mistakes of the operator', () => {
  it.each([
    { issuer: 'not a url' },
    { issuer: 'http://issuer.example' },
    { issuer: 'http://127.0.0.1.evil.example' },
    { jwksUrl: 'http://issuer.example/jwks' },
    { jwksUrl: 'file:///keys.json' },
    { audience: '' },
  ])('%j is refused at once', (options) => {
    expect(() => create(options)).toThrow(TypeError);
  });
});
