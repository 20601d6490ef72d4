import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { discoverKeysUrl } from './discover-keys.js';
import { issuerUnavailable } from './issuer-unavailable.js';

type KeySet = ReturnType<typeof createRemoteJWKSet>;

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Where the keys are, for an issuer without metadata. */
  readonly jwksUrl?: URL;
  /** Milliseconds after the keys were read in which an unknown key does not make them be read again. */
  readonly cooldown: number;
  /** Milliseconds that the issuer may take. */
  readonly timeout: number;
  /** Of the issuer, as the operator is told it. */
  readonly name: string;
}

/** The keys of an issuer: found when the first token comes, kept, and read again when a token names a new one. */
export function createIssuerKeys(options: IssuerKeysOptions): JWTVerifyGetKey {
  let found: Promise<KeySet> | undefined;

  return async (header, token) => {
    let keys: KeySet | undefined;
    try {
      keys = await (found ??= find(options));
      return await keys(header, token);
    } catch (thrown) {
      if (isAboutToken(thrown)) throw thrown;
      // They may have moved; keys that are still good stay, whatever else the issuer fails at.
      if (keys?.fresh !== true) found = undefined;
      throw issuerUnavailable(`The keys of ${options.name} cannot be read`, thrown);
    }
  };
}

async function find({ issuer, jwksUrl, cooldown, timeout }: IssuerKeysOptions): Promise<KeySet> {
  return createRemoteJWKSet(jwksUrl ?? (await discoverKeysUrl(issuer, timeout)), {
    cooldownDuration: cooldown,
    timeoutDuration: timeout,
  });
}

/** The keys could be read; the token names none of them, or not one alone. */
function isAboutToken(thrown: unknown): boolean {
  return (
    thrown instanceof errors.JWKSNoMatchingKey || thrown instanceof errors.JWKSMultipleMatchingKeys
  );
}
