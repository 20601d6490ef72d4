import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpUrl } from '@errata/edges/service';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { metadataUrlsOf } from '../src/access/issuer-keys.js';

export interface TokenIssuerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
}

export interface TokenClaims {
  readonly sub: string;
  readonly roles?: string | readonly string[];
  readonly devices?: string | readonly string[];
  readonly scope?: string;
  readonly audience: string;
  /** Seconds. Default: an hour; a token with a negative one has expired. */
  readonly expiresIn?: number;
  /** Claims in place of the usual ones, to make tokens that are wrong; undefined leaves one out. */
  readonly instead?: Readonly<Record<string, unknown>>;
}

/** An issuer of tokens for experiments, tests and proofs. It gives tokens to its own process only. */
export interface TokenIssuer {
  readonly issuer: string;
  token(claims: TokenClaims): Promise<string>;
  /** Sign with a new key; tokens of the one before stay valid. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

/** Start an issuer: an HTTP server with metadata and keys that were made for it. */
export async function startTokenIssuer(options: TokenIssuerOptions = {}): Promise<TokenIssuer> {
  const { host = '127.0.0.1', port = 0 } = options;
  const keys = await createSigningKeys();
  const documents = new Map<string, () => object>();
  const server = createServer(({ method, url = '/' }, response) => {
    const document = method === 'GET' ? documents.get(url) : undefined;
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(document?.() ?? { error: 'not_found' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const issuer = httpUrl(host, taken);
  for (const url of metadataUrlsOf(issuer)) documents.set(new URL(url).pathname, () => metadata);
  documents.set('/jwks', keys.published);
  const metadata = {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: [],
    grant_types_supported: [],
  };
  let closing: Promise<void> | undefined;
  return {
    issuer,
    token({ audience, expiresIn = 3600, instead, ...claims }) {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: audience, iat: now, exp: now + expiresIn, ...claims };
      return keys.sign({ ...usual, ...instead });
    },
    rotateKeys: keys.rotate,
    close: () =>
      (closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })),
  };
}

interface SigningKey {
  readonly id: string;
  readonly secret: CryptoKey;
  readonly published: JWK;
}

/** The keys of a token issuer. */
export async function createSigningKeys() {
  let current = await createKey();
  let former: SigningKey | undefined;
  return {
    /** The key that signs, and the one before it. */
    published: () => ({ keys: [current, ...(former ? [former] : [])].map((key) => key.published) }),
    sign: (claims: JWTPayload): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current.id })
        .sign(current.secret),
    /** Sign with a new key from now on. */
    async rotate(): Promise<void> {
      const next = await createKey();
      [former, current] = [current, next];
    },
  };
}

async function createKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const id = randomUUID();
  const published = { ...(await exportJWK(publicKey)), kid: id, alg: 'ES256', use: 'sig' };
  return { id, secret: privateKey, published };
}
