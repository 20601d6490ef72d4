import { credentials } from '../cases/leak-patterns.js';
import type { CaseResult, TargetReport } from './results.js';

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----(?:[^-]{0,8000}-----END[^-]{0,40}-----)?/g;

/** Shorter ones are words, and would be found everywhere. */
const SHORTEST = 4;

type Maskable = Pick<TargetReport, 'eras' | 'contract'>;

/** A report without the secrets that were found or planted: it ends up in tickets and logs. */
export function maskSecrets({ eras, contract }: Maskable, found: Iterable<string>): Maskable {
  const secrets = [...new Set(found)]
    .filter(({ length }) => length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // Cases share exchanges, and servers repeat themselves.
  const known = new Map<string, string>();
  const maskOnce = (text: string): string => {
    const masked = known.get(text) ?? maskText(text, secrets);
    known.set(text, masked);
    return masked;
  };
  // What we say about a case ourselves holds no secret.
  const maskResult = ({ why, exchanges, views, ...own }: CaseResult): CaseResult => ({
    ...own,
    ...(mask({ ...(why !== undefined && { why }), exchanges, views }, maskOnce) as typeof own &
      Pick<CaseResult, 'exchanges' | 'views'>),
  });
  return {
    eras: eras.map((each) => ({ ...each, results: each.results.map(maskResult) })),
    ...(contract && { contract: mask(contract, maskOnce) as typeof contract }),
  };
}

function mask(value: unknown, maskOnce: (text: string) => string): unknown {
  if (typeof value === 'string') return maskOnce(value);
  if (Array.isArray(value)) return value.map((each) => mask(each, maskOnce));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mask(member, maskOnce)]),
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
