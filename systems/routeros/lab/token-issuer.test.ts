import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTokenIssuer } from './token-issuer.js';

async function start() {
  const issuer = await startTokenIssuer();
  onTestFinished(() => issuer.close());
  const get = async (path: string) => {
    const response = await fetch(issuer.issuer + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const keyIds = async () => {
    const { keys } = (await get('/jwks')).body as { keys: Record<string, string>[] };
    return keys.map(({ kid }) => kid);
  };
  return { issuer, get, keyIds };
}

describe('a token issuer', () => {
  it('publishes metadata in both places, and public keys alone', async () => {
    const { issuer, get } = await start();
    const metadata = { issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/jwks` };
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      expect((await get(`/.well-known/${name}`)).body).toMatchObject(metadata);
    }
    const { keys } = (await get('/jwks')).body as { keys: object[] };
    expect(keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256' })]);
    expect(keys[0]).not.toHaveProperty('d');
    expect((await get('/token')).status).toBe(404);
  });

  it('makes tokens with the given claims', async () => {
    const { issuer } = await start();
    const claims = { sub: 'ada', roles: ['admin'], devices: ['a'], scope: 's' };
    const token = await issuer.token({
      ...claims,
      audience: 'b',
      expiresIn: 60,
      instead: { x: 1 },
    });
    const { exp, iat, ...rest } = decodeJwt(token);
    expect(rest).toEqual({ ...claims, aud: 'b', iss: issuer.issuer, x: 1 });
    expect(exp! - iat!).toBe(60);
  });

  it('signs with a new key after a rotation, and publishes the one before', async () => {
    const { issuer, keyIds } = await start();
    const kid = async () =>
      decodeProtectedHeader(await issuer.token({ sub: 'a', audience: 'b' })).kid;
    const first = await kid();
    await issuer.rotateKeys();
    const second = await kid();
    expect(second).not.toBe(first);
    expect(await keyIds()).toEqual([second, first]);
    await issuer.rotateKeys();
    expect(await keyIds()).toEqual([await kid(), second]);
  });

  it('is gone after it was closed, also twice, and rejects a port that is taken', async () => {
    const { issuer } = await start();
    const { port } = new URL(issuer.issuer);
    await expect(startTokenIssuer({ port: Number(port) })).rejects.toThrow('EADDRINUSE');
    await Promise.all([issuer.close(), issuer.close()]);
    await expect(fetch(`${issuer.issuer}/jwks`)).rejects.toThrow();
  });
});
