import type { Case } from '@errata/check';
import { didYouMean } from '../../closest.js';
import { renderTable } from '../../output/table.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';

/** The cases that were asked for, by group, by id, or by how their ids begin. */
export function selectCases(
  cases: readonly Case[],
  only: readonly string[] | undefined,
): readonly Case[] {
  if (only === undefined) return cases;
  for (const name of only) {
    if (cases.some((each) => isMeant(each, name))) continue;
    const known = [...new Set(cases.flatMap(({ group, id }) => [group, id]))];
    throw new UsageError(
      `there is no case ${JSON.stringify(name)}${didYouMean(name, known)}`,
      '`errata check --list` shows them all.',
    );
  }
  return cases.filter((each) => only.some((name) => isMeant(each, name)));
}

function isMeant({ group, id }: Case, name: string): boolean {
  return group === name || id === name || id.startsWith(name.endsWith('/') ? name : `${name}/`);
}

/** What there is to be judged. */
export function listCases(cases: readonly Case[], terminal: Terminal, json: boolean): string {
  if (json) {
    const rows = cases.map(({ id, group, keyword, requirement, link, eras, transports, fix }) => ({
      id,
      group,
      keyword,
      requirement,
      link,
      fix,
      ...(eras && { eras }),
      ...(transports && { transports }),
    }));
    return `${JSON.stringify({ cases: rows })}\n`;
  }
  const columns = [
    { title: 'case', wrap: true },
    { title: '' },
    { title: 'requirement', wrap: true },
  ];
  const rows = cases.map(({ id, keyword, requirement }) => [id, keyword, requirement]);
  return `${renderTable(columns, rows, terminal.columns)}\n\n${cases.length} cases\n`;
}
