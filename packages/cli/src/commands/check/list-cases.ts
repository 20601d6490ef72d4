import type { Case } from '@errata/check';
import { indent } from '../../output/wrap.js';
import type { Terminal } from '../../terminal.js';
import type { CheckLibrary } from './check-library.js';

/** What there is to be judged, group by group. An id stands in one piece, so that it can be copied and looked for. */
export function listCases(
  { GROUPS }: Pick<CheckLibrary, 'GROUPS'>,
  cases: readonly Case[],
  { columns, colors }: Terminal,
): string {
  const lines = Object.entries(GROUPS).flatMap(([group, title]) => {
    const own = cases.filter((each) => each.group === group);
    if (own.length === 0) return [];
    return [
      colors.bold(`${group}: ${title}`),
      ...own.flatMap(({ id, keyword, requirement }) => [
        `  ${keyword.padEnd(6)}  ${colors.cyan(id)}`,
        ...indent(requirement, 10, columns).map(colors.dim),
      ]),
      '',
    ];
  });
  const musts = cases.filter(({ keyword }) => keyword === 'MUST').length;
  const sum = `${cases.length} cases: ${musts} MUST (fail), ${cases.length - musts} SHOULD (warn)`;
  return `${[...lines, sum].join('\n')}\n`;
}

/** The same for programs. */
export function casesAsJson(cases: readonly Case[]): object {
  return {
    cases: cases.map(({ id, group, keyword, requirement, link, eras, transports, fix }) => ({
      id,
      group,
      keyword,
      requirement,
      link,
      fix,
      ...(eras && { eras }),
      ...(transports && { transports }),
    })),
  };
}
