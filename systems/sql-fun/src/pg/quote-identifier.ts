import { linesOf } from './facts-types.js';
import { KEYWORDS } from './facts/keywords.js';

const PLAIN = /^[a-z_][a-z0-9_]*$/;

let keywords: ReadonlySet<string> | undefined;

/** A name as it has to be written in SQL: quoted where it is a keyword or has other than small letters, digits and `_`. */
export function quoteIdentifier(name: string): string {
  keywords ??= new Set(linesOf(KEYWORDS));
  return PLAIN.test(name) && !keywords.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
