import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

type KeySet = ReturnType<typeof createRemoteJWKSet>;

interface IssuerKeysOptions {
  readonly issuer: string;
  /** Where the keys are, for an issuer without metadata. */
  readonly jwksUrl?: URL;
  /** Milliseconds after the keys were read in which an unknown key does not make them be read again. */
  readonly cooldown: number;
  /** Milliseconds that the issuer may take. */
  readonly timeout: number;
  /** The issuer's name in what the operator reads. */
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

/** Where an issuer publishes its metadata: RFC 8414 §3.1 puts the issuer's path last, OpenID Connect puts it first. */
export function metadataUrlsOf(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

/** The address of an issuer's keys, as its metadata has it. */
async function discoverKeysUrl(issuer: string, timeout: number): Promise<URL> {
  const signal = AbortSignal.timeout(timeout);
  const problems: unknown[] = [];
  for (const url of metadataUrlsOf(issuer)) {
    try {
      return keysUrlOf(await readJson(url, signal), issuer);
    } catch (problem) {
      problems.push(problem);
    }
  }
  throw new AggregateError(problems, 'No metadata of the issuer could be read');
}

async function readJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (response.status === 200) return response.json();
  await response.body?.cancel();
  throw new Error(`The metadata of the issuer was answered with ${response.status}`);
}

function keysUrlOf(metadata: unknown, issuer: string): URL {
  const { issuer: named, jwks_uri: keys } = (metadata ?? {}) as Record<string, unknown>;
  // RFC 8414 §3.3: metadata of another issuer must not be used.
  if (named !== issuer) throw new Error('The metadata is that of another issuer');
  if (typeof keys !== 'string') throw new Error('The metadata of the issuer names no keys');
  return parseSecureUrl(keys, 'jwks_uri');
}

/** The issuer does not answer, so no token can be verified. The caller is not to blame. */
function issuerUnavailable(message: string, cause: unknown): Fault {
  // A bare exception would be told by its cause: a slow issuer as the TIMEOUT of a device.
  return routeros.INTERNAL_ERROR(
    { error_type: 'IssuerUnavailable' },
    { cause: new Error(message, { cause }), masked: true, effect: 'none' },
  );
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** A URL that keys may be read from. An attacker who can change them on the way could sign tokens. */
export function parseSecureUrl(text: string, name: string): URL {
  if (!URL.canParse(text)) throw new TypeError(`${name} has to be a URL`);
  const url = new URL(text);
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return url;
  throw new TypeError(`${name} has to be https:, or http: on this machine`);
}
