import { UsageError } from '../../usage-error.js';

/** `errata check node server.js` would be two servers, one of which is a node that waits for a program. */
export function refuseBareWords(
  named: readonly string[],
  words: readonly string[] | undefined,
): void {
  const [first, ...others] = named;
  if (first === undefined || !/^[^\s/\\]+$/.test(first) || others.every(isUrl)) return;
  const meant = [...named, ...(words ?? [])].map(quoted).join(' ');
  throw new UsageError(
    `${named.map((name) => JSON.stringify(name)).join(' and ')} would be ${named.length} servers; did you mean: errata check -- ${meant}`,
    'Several commands are named in quotes: errata check "node a.js" "node b.js"',
  );
}

function isUrl(text: string): boolean {
  return text.includes('://');
}

/** A word as a shell takes it for one. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
