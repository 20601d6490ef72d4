import { parseSecureUrl } from './secure-url.js';

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
export async function discoverKeysUrl(issuer: string, timeout: number): Promise<URL> {
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
  // RFC 8414 §3.3: metadata that names somebody else must not be used.
  if (named !== issuer) throw new Error('The metadata is that of another issuer');
  if (typeof keys !== 'string') throw new Error('The metadata of the issuer names no keys');
  return parseSecureUrl(keys, 'jwks_uri');
}
