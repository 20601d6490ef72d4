import { randomUUID } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';

interface SigningKey {
  readonly id: string;
  readonly secret: CryptoKey;
  readonly published: JWK;
}

/** The keys of a token issuer. */
export interface SigningKeys {
  /** The key that signs, and the one before it. */
  published(): { readonly keys: readonly JWK[] };
  sign(claims: JWTPayload): Promise<string>;
  /** Sign with a new key from now on. */
  rotate(): Promise<void>;
}

export async function createSigningKeys(): Promise<SigningKeys> {
  let current = await createKey();
  let former: SigningKey | undefined;
  return {
    published: () => ({ keys: [current, ...(former ? [former] : [])].map((key) => key.published) }),
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current.id })
        .sign(current.secret),
    async rotate() {
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
