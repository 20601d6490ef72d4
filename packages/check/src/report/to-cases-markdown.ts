import { GROUPS, type Case } from '../case.js';
import { obligationOf } from './findings.js';

/** The reference of all cases, as a page. */
export function toCasesMarkdown(cases: readonly Case[]): string {
  const count = (word: string): number =>
    cases.filter((each) => obligationOf(each) === word).length;
  const lines = [
    '# The cases of errata check',
    '',
    'Generated from the cases by `npm run docs`; edit the cases, not this page.',
    '',
    `${cases.length} cases: ${count('MUST')} MUST (fail), ${count('SHOULD')} SHOULD and ${count('ADVICE')} ADVICE (warn). Ids mirror the rule: \`jsonrpc/<section>\`, \`mcp/<revision in which the rule appeared>/<page>\`, and \`errata\` for our own advice.`,
  ];
  for (const [group, title] of Object.entries(GROUPS)) {
    const own = cases.filter((each) => each.group === group);
    if (own.length === 0) continue;
    lines.push('', `## ${title}`, '');
    for (const each of own) lines.push(...entryOf(each));
  }
  return `${lines.join('\n')}\n`;
}

function entryOf(each: Case): string[] {
  const { id, requirement, link, fix, eras, transports } = each;
  const where = [
    eras === undefined ? undefined : rangeOf(eras),
    transports === undefined ? undefined : transports.join(', '),
  ].filter((part) => part !== undefined);
  const only = where.length === 0 ? '' : ` (${where.join('; ')})`;
  return [
    `- **\`${id}\`** ${obligationOf(each)}${only}: ${requirement} [Rule](${relative(link)}). ${fix}`,
  ];
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
