import { credentials } from '../cases/leak-patterns.js';

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----(?:[^-]{0,8000}-----END[^-]{0,40}-----)?/g;

/** Shorter ones are words, and would be found everywhere. */
const SHORTEST = 4;

/** A report without the secrets that were found or planted: it ends up in tickets and logs. */
export function maskSecrets<T>(report: T, found: Iterable<string>): T {
  const secrets = [...new Set(found)]
    .filter(({ length }) => length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return mask(report, secrets) as T;
}

function mask(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets);
  if (Array.isArray(value)) return value.map((each) => mask(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mask(member, secrets)]),
  );
}

function maskText(text: string, secrets: readonly string[]): string {
  const known = [...secrets, ...credentials(text).map(({ core }) => core)];
  return known
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, maskOf(secret)), text)
    .replaceAll(PRIVATE_KEY, maskOf);
}

function maskOf({ length }: string): string {
  return `[masked: ${length} characters]`;
}
