import type { RequestListener } from 'node:http';
import { causeChain } from '@errata/core/internal';
import { faultOf } from '@errata/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bearing } from '../../lab/testing/fixtures.js';
import { startServer } from '../../lab/testing/start-server.js';
import { createSigningKeys, startTokenIssuer } from '../../lab/token-issuer.js';
import { createAuthorizer, type AuthorizerOptions } from './create-authorizer.js';
import { metadataUrlsOf } from './issuer-keys.js';

const AUDIENCE = 'https://fleet.example/mcp';
const ADA = { sub: 'ada', roles: 'admin', audience: AUDIENCE };

async function startIssuer(port = 0) {
  const issuer = await startTokenIssuer({ port });
  onTestFinished(() => issuer.close());
  return issuer;
}

/** An issuer by hand: paths and what they answer. */
async function startOdd(answers: Record<string, RequestListener>) {
  const server = await startServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  onTestFinished(() => server.close());
  return server;
}

const json =
  (value: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };

const authorizerOf = (issuer: string, options: Partial<AuthorizerOptions> = {}) =>
  createAuthorizer({ issuer, audience: AUDIENCE, ...options });

const claimsOf = (iss: string) => ({
  iss,
  aud: AUDIENCE,
  sub: 'ada',
  roles: 'admin',
  exp: Math.floor(Date.now() / 1000) + 60,
});

describe('where the metadata of an issuer is looked for', () => {
  it.each([
    [
      'https://a.example',
      [
        'https://a.example/.well-known/oauth-authorization-server',
        'https://a.example/.well-known/openid-configuration',
      ],
    ],
    [
      'https://a.example/tenant/',
      [
        'https://a.example/.well-known/oauth-authorization-server/tenant',
        'https://a.example/.well-known/openid-configuration/tenant',
        'https://a.example/tenant/.well-known/openid-configuration',
      ],
    ],
  ])('%s', (issuer, urls) => {
    expect(metadataUrlsOf(issuer)).toEqual(urls);
  });
});

describe('the keys of an issuer', () => {
  it('are found at a provider of OpenID Connect with a path, and read once', async () => {
    const keys = await createSigningKeys();
    const answers: Record<string, RequestListener> = { '/keys': json(keys.published()) };
    const server = await startOdd(answers);
    const issuer = `${server.url}/tenant`;
    answers['/tenant/.well-known/openid-configuration'] = json({
      issuer,
      jwks_uri: `${server.url}/keys`,
    });
    const authorizer = authorizerOf(issuer);
    const head = bearing(await keys.sign(claimsOf(issuer)));
    const users = await Promise.all([1, 2, 3].map(() => authorizer.authorize(head)));
    expect(users.map(({ id }) => id)).toEqual(['ada', 'ada', 'ada']);
    await authorizer.authorize(head);
    expect(server.requests).toEqual([
      '/.well-known/oauth-authorization-server/tenant',
      '/.well-known/openid-configuration/tenant',
      '/tenant/.well-known/openid-configuration',
      '/keys',
    ]);
  });

  it('need no metadata where their address is given', async () => {
    const keys = await createSigningKeys();
    const server = await startOdd({ '/keys': json(keys.published()) });
    const issuer = 'https://issuer.example';
    const authorizer = authorizerOf(issuer, { jwksUrl: `${server.url}/keys` });
    expect(await authorizer.authorize(bearing(await keys.sign(claimsOf(issuer))))).toMatchObject({
      id: 'ada',
    });
    expect(server.requests).toEqual(['/keys']);
  });

  it('are read again for a token of a new key, and the key before stays good', async () => {
    const issuer = await startIssuer();
    const authorizer = authorizerOf(issuer.issuer, { keyCooldown: 0 });
    const old = bearing(await issuer.token(ADA));
    await authorizer.authorize(old);
    await issuer.rotateKeys();
    const fresh = bearing(await issuer.token(ADA));
    expect(await authorizer.authorize(fresh)).toMatchObject({ id: 'ada' });
    expect(await authorizer.authorize(old)).toMatchObject({ id: 'ada' });
    await issuer.rotateKeys();
    await authorizer.authorize(bearing(await issuer.token(ADA)));
    expect((await faultOf(authorizer.authorize(old))).reason).toBe('UNAUTHORIZED');
  });

  it('are not read again for every unknown key', async () => {
    const keys = await createSigningKeys();
    const server = await startOdd({ '/keys': json(keys.published()) });
    const issuer = 'https://issuer.example';
    const authorizer = authorizerOf(issuer, { jwksUrl: `${server.url}/keys` });
    await authorizer.authorize(bearing(await keys.sign(claimsOf(issuer))));
    const stranger = await createSigningKeys();
    for (let n = 0; n < 3; n++) {
      const head = bearing(await stranger.sign(claimsOf(issuer)));
      expect((await faultOf(authorizer.authorize(head))).reason).toBe('UNAUTHORIZED');
    }
    expect(server.requests).toEqual(['/keys']);
  });

  it('are not tried one by one for a token that names none', async () => {
    const issuer = await startIssuer();
    await issuer.rotateKeys();
    const [, claims, signature] = (await issuer.token(ADA)).split('.');
    const head = Buffer.from('{"alg":"ES256"}').toString('base64url');
    const authorizer = authorizerOf(issuer.issuer);
    const fault = await faultOf(authorizer.authorize(bearing(`${head}.${claims}.${signature}`)));
    expect(fault.reason).toBe('UNAUTHORIZED');
    expect(fault.details).toBe('The token does not say which key signed it');
  });

  it('are not asked for by a text that is not a token', async () => {
    const server = await startOdd({});
    const authorizer = authorizerOf(server.url);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    for (const token of ['garbage', 'a.b.c', none]) {
      expect((await faultOf(authorizer.authorize(bearing(token)))).reason).toBe('UNAUTHORIZED');
    }
    expect(server.requests).toEqual([]);
  });
});

describe('an issuer that cannot be asked', () => {
  const fails = async (issuer: string, options?: Partial<AuthorizerOptions>) => {
    const token = await (await createSigningKeys()).sign(claimsOf(issuer));
    const fault = await faultOf(authorizerOf(issuer, options).authorize(bearing(token)));
    expect(fault).toMatchObject({ reason: 'INTERNAL_ERROR', effect: 'none' });
    expect(fault.given.masked).toBe(true);
    expect(fault.details).toBe('Unexpected error: IssuerUnavailable');
    return causeChain(fault.cause).map((link) => String((link as Error).message));
  };

  it('because it is down; when it is back, tokens are good again', async () => {
    const issuer = await startIssuer();
    const { port } = new URL(issuer.issuer);
    const authorizer = authorizerOf(issuer.issuer);
    const token = bearing(await issuer.token(ADA));
    await issuer.close();
    const fault = await faultOf(authorizer.authorize(token));
    expect(fault.reason).toBe('INTERNAL_ERROR');
    expect((fault.cause as Error).message).toBe(`The keys of ${issuer.issuer} cannot be read`);
    expect(fault.cause).toHaveProperty('cause.errors.0.cause.code', 'ECONNREFUSED');
    const again = await startIssuer(Number(port));
    expect(await authorizer.authorize(bearing(await again.token(ADA)))).toMatchObject({
      id: 'ada',
    });
  });

  it('does not take away the keys that are known', async () => {
    const issuer = await startIssuer();
    const authorizer = authorizerOf(issuer.issuer, { keyCooldown: 0 });
    const token = bearing(await issuer.token(ADA));
    await authorizer.authorize(token);
    await issuer.rotateKeys();
    const unknown = bearing(await issuer.token(ADA));
    await issuer.close();
    expect((await faultOf(authorizer.authorize(unknown))).reason).toBe('INTERNAL_ERROR');
    expect(await authorizer.authorize(token)).toMatchObject({ id: 'ada' });
  });

  it('because it does not answer: that is no TIMEOUT of a device', async () => {
    const server = await startOdd({ '/.well-known/oauth-authorization-server': () => {} });
    await fails(server.url, { issuerTimeout: 50 });
    await fails('https://a.example', {
      jwksUrl: `${server.url}/.well-known/oauth-authorization-server`,
      issuerTimeout: 50,
    });
  });

  it.each<[string, RequestListener]>([
    ['a failure', (_request, response) => void response.writeHead(500).end()],
    ['no keys', json({ nothing: true })],
    ['no JSON', (_request, response) => void response.writeHead(200).end('<html>')],
  ])('because it answers %s for its keys', async (_name, answer) => {
    const server = await startOdd({ '/keys': answer });
    await fails('https://a.example', { jwksUrl: `${server.url}/keys` });
  });

  const METADATA = '/.well-known/oauth-authorization-server';

  it.each<[string, (url: string) => RequestListener]>([
    ['that of another', (url) => json({ issuer: 'https://evil.example', jwks_uri: `${url}/keys` })],
    ['without keys', (url) => json({ issuer: url })],
    ['with keys in the open', (url) => json({ issuer: url, jwks_uri: 'http://a.example/keys' })],
    ['null', () => json(null)],
    [
      'somewhere else',
      (url) => (_request, response) =>
        void response.writeHead(302, { Location: `${url}/elsewhere` }).end(),
    ],
  ])('because its metadata is %s', async (_name, answerOf) => {
    const answers: Record<string, RequestListener> = {};
    const server = await startOdd(answers);
    answers[METADATA] = answerOf(server.url);
    answers['/elsewhere'] = json({ issuer: server.url, jwks_uri: `${server.url}/keys` });
    const messages = await fails(server.url);
    expect(messages).toContain('No metadata of the issuer could be read');
    expect(server.requests).toEqual([METADATA, '/.well-known/openid-configuration']);
  });

  it('is named without its password', async () => {
    const server = await startOdd({});
    const [message] = await fails(server.url.replace('//', '//ada:lovelace@'));
    expect(message).toContain('127.0.0.1');
    expect(message).not.toContain('lovelace');
  });
});
