import type { Case } from '@errata/check';
import { didYouMean } from '../../closest.js';
import { UsageError } from '../../usage-error.js';
import type { CheckLibrary } from './check-library.js';

type Library = Pick<CheckLibrary, 'CASES' | 'GROUPS'>;

/** The cases that were asked for: by group, by the title of a group, by id, or by how ids begin. */
export function selectCases(
  { CASES, GROUPS }: Library,
  only: readonly string[] | undefined,
): readonly Case[] {
  if (only === undefined) return CASES;
  const ids = new Set(CASES.map(({ id }) => id));
  const isMeant = ({ group, id }: Case, name: string): boolean => {
    const lower = name.trim().toLowerCase();
    if (lower === '') return false;
    // A whole id means that case, although others may begin with it.
    if (ids.has(lower)) return lower === id;
    return lower === group || lower === GROUPS[group].toLowerCase() || id.startsWith(lower);
  };
  for (const name of only) {
    if (CASES.some((each) => isMeant(each, name))) continue;
    const groups = Object.keys(GROUPS);
    const known = [...groups, ...Object.values(GROUPS), ...ids];
    throw new UsageError(
      `there is no case ${JSON.stringify(name)}${didYouMean(name, known)}`,
      `Groups: ${groups.join(', ')}\n\`errata check --list\` shows all cases.`,
    );
  }
  return CASES.filter((each) => only.some((name) => isMeant(each, name)));
}
