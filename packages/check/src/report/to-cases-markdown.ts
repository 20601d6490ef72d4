import { GROUPS, type Case } from '../case.js';

/** The reference of all cases, as a page. */
export function toCasesMarkdown(cases: readonly Case[]): string {
  const count = (keyword: Case['keyword']): number =>
    cases.filter((each) => each.keyword === keyword).length;
  const lines = [
    '# The cases of errata check',
    '',
    'Generated from the cases by `npm run docs`; edit the cases, not this page.',
    '',
    `${cases.length} cases: ${count('MUST')} MUST (fail), ${count('SHOULD')} SHOULD (warn). Ids mirror the rule: \`jsonrpc/<section>\`, \`mcp/<revision in which the rule appeared>/<page>\`, and \`errata\` for our own advice.`,
  ];
  for (const [group, title] of Object.entries(GROUPS)) {
    const own = cases.filter((each) => each.group === group);
    if (own.length === 0) continue;
    lines.push('', `## ${title}`, '');
    for (const each of own) lines.push(...entryOf(each));
  }
  return `${lines.join('\n')}\n`;
}

function entryOf({ id, keyword, requirement, link, fix, eras, transports }: Case): string[] {
  const where = [
    eras === undefined ? undefined : rangeOf(eras),
    transports === undefined ? undefined : transports.join(', '),
  ].filter((each) => each !== undefined);
  const only = where.length === 0 ? '' : ` (${where.join('; ')})`;
  return [`- **\`${id}\`** ${keyword}${only}: ${requirement} [Rule](${relative(link)}). ${fix}`];
}

/** Revisions as `2025-06-18 to 2026-07-28`. */
function rangeOf(eras: readonly string[]): string {
  if (eras.length === 5) return 'MCP';
  const [first = ''] = eras;
  return eras.length > 2 ? `${first} to ${eras.at(-1)}` : eras.join(', ');
}

/** Our own pages are in the same folder. */
function relative(link: string): string {
  return link.replace(/^docs\//, '');
}
