import { readFileSync } from 'node:fs';

/** docs/systems/sql-fun.md */
export const page = readFileSync(new URL('../../docs/systems/sql-fun.md', import.meta.url), 'utf8');

/** The text under a heading of the second level. */
export function sectionOf(heading: string): string {
  const found = page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`The page has no section “${heading}”.`);
  return found;
}
