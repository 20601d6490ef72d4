import type { Case, Group } from '../case.js';
import { CASES } from '../cases/cases.js';
import type { Breakage } from './breakage.js';
import { checkSample, resultsOf } from './check-sample.js';

/** What each of some cases comes to on a server of its own making, as `verdict` or `verdict: why`. */
export async function verdictsOf(
  server: Omit<Breakage, 'id'>,
  cases: readonly Case[],
): Promise<Readonly<Record<string, string>>> {
  const report = await checkSample(server, { ...server, id: 'of a test' }, { cases });
  return Object.fromEntries(
    resultsOf(report).map(({ id, verdict, why }) => [
      id,
      why === undefined ? verdict : `${verdict}: ${why}`,
    ]),
  );
}

/** The cases of these groups. */
export function casesIn(...groups: readonly Group[]): readonly Case[] {
  return CASES.filter(({ group }) => groups.includes(group));
}

/** The cases whose ids begin so. */
export function casesNamed(...ids: readonly string[]): readonly Case[] {
  return CASES.filter((each) => ids.some((id) => each.id.startsWith(id)));
}
