import type { TargetReport, CaseResult, ContractReport, Verdict } from '../../run/results.js';
import {
  contractFindings,
  findingsOf,
  obligationOf,
  ruleText,
  toolsCalled,
  STATE_TEXTS,
  stateOf,
  type Finding,
  whysOf,
  verdictText,
  worstFinding,
  GROUP_ORDER,
  tallyCases,
  tallyText,
  VERDICTS,
  worstOf,
} from '../findings.js';
import { brief, counted, cells, duration, pad, wrap } from '../text.js';
import { paragraph, section, type Page, labelled, paintOf } from './page.js';
import { GROUPS } from '../../case.js';
import { cureOfFinding, originsOf, originText, type FindingOrigin } from '../origin.js';
import { createPanels, wireLines } from './evidence.js';

/** What was not observed and why; first of all where the server went away or fell mute. */
export function notObservedLines(page: Page, target: TargetReport): string[] {
  const findings = findingsOf(target, ['not observed']);
  const lines = (['closed', 'silent', 'open'] as const).flatMap((state) => {
    const own = findings.filter((finding) => stateOf(finding) === state);
    const text = STATE_TEXTS[state];
    const title = text === undefined ? 'Not observed' : `Not observed, and ${text}`;
    return section(
      page,
      `${title}: ${counted(own.length, 'case')}`,
      reasonLines(page, own, target),
    );
  });
  return lines.length === 0 || page.verbose
    ? lines
    : [
        ...lines,
        ...paragraph(page, '(--verbose names the cases)', { indent: 2, paint: page.colors.dim }),
      ];
}

/** What did not apply and why. */
export function notApplicableLines(page: Page, target: TargetReport): string[] {
  const findings = findingsOf(target, ['not applicable']);
  return section(page, 'Not applicable', reasonLines(page, findings, target));
}

/** The reasons that kept most cases from being judged first, each with the number of its cases, or with all of them. */
function reasonLines(page: Page, findings: readonly Finding[], { eras }: TargetReport): string[] {
  const reasons = new Map<string, Map<string, string[]>>();
  for (const { id, era, why = 'no reason was given' } of findings.flatMap((one) => one.results)) {
    const cases = reasons.get(why) ?? new Map<string, string[]>();
    cases.set(id, [...(cases.get(id) ?? []), era]);
    reasons.set(why, cases);
  }
  const sorted = [...reasons].sort(([, a], [, b]) => b.size - a.size);
  const width = String(sorted[0]?.[1].size ?? 0).length;
  return sorted.flatMap(([why, cases]) => [
    ...numbered(page, String(cases.size).padStart(width), brief(why)),
    ...(page.verbose
      ? paragraph(page, namesOf(cases, eras.length), { indent: width + 4, paint: page.colors.dim })
      : []),
  ]);
}

function numbered(page: Page, number: string, text: string): string[] {
  const indent = number.length + 4;
  return paragraph(page, text, { indent }).map((line, index) =>
    index === 0 ? `  ${number}  ${line.slice(indent)}` : line,
  );
}

/** The cases, with their revisions where it is not so in all. */
function namesOf(cases: ReadonlyMap<string, readonly string[]>, revisions: number): string {
  return [...cases]
    .map(([id, eras]) => (eras.length < revisions ? `${id} (${eras.join(', ')})` : id))
    .join(', ');
}

/** So few findings are seen at a glance without an index. */
const FEW = 3;
const WIDEST = 80;

/** All findings of a server: what each breaks, then its id, with its revision where it is only one of several. */
export function indexLines(page: Page, findings: readonly Finding[], revisions: number): string[] {
  if (findings.length <= FEW) return [];
  const columns = Math.min(WIDEST, page.columns);
  const lines = findings.flatMap(({ first, eras }) => {
    const where = eras.length < revisions ? ` (${eras.join(', ')})` : '';
    const told = wrap(first.requirement, columns - 4);
    const mark = paintOf(page, first.verdict)(VERDICTS[first.verdict].symbol);
    const id = wrap(`${first.id}${where}`, columns - 4).map(page.colors.dim);
    return [...told, ...id].map((line, at) => `  ${at === 0 ? mark : ' '} ${line}`);
  });
  return section(page, `${counted(findings.length, 'finding')}, the worst first`, lines);
}

/** One bug: the rule, what was seen instead, the bytes that show it, the way out, and what a model makes of it. */
function bugLines(
  page: Page,
  finding: Finding,
  panels: (finding: Finding) => string[],
  originOf: (id: string) => FindingOrigin,
): string[] {
  const { first, results } = finding;
  const state = STATE_TEXTS[stateOf(finding)];
  const origin = originOf(first.id);
  const cure = cureOfFinding(origin);
  const exchanges = page.verbose ? results.flatMap((each) => each.exchanges) : first.exchanges;
  return [
    '',
    ...titleLines(page, finding),
    ...labelled(page, obligationOf(first), first.requirement),
    ...whysOf(finding).flatMap((why) => labelled(page, 'seen', why)),
    ...wireLines(page, exchanges),
    ...(state === undefined ? [] : labelled(page, 'state', state, page.colors.red)),
    ...labelled(page, 'from', origin.from),
    ...(cure === undefined
      ? labelled(page, 'fix', first.fix)
      : [...labelled(page, 'fix', cure, page.colors.green), ...labelled(page, 'or', first.fix)]),
    ...labelled(page, 'rule', ruleText(first.link), page.colors.cyan),
    ...panels(finding),
  ];
}

function titleLines(page: Page, { first, eras }: Finding): string[] {
  const { colors, columns } = page;
  const mark = `${VERDICTS[first.verdict].symbol} ${first.id}`;
  const where = eras.join(', ');
  const paint = (text: string) => colors.bold(paintOf(page, first.verdict)(text));
  const gap = columns - cells(mark) - cells(where);
  return gap >= 2
    ? [`${paint(mark)}${' '.repeat(gap)}${colors.dim(where)}`]
    : [
        ...paragraph(page, mark, { paint }),
        ...paragraph(page, where, { indent: 2, paint: colors.dim }),
      ];
}

/** Below this the counts stand under the group. */
const NARROWEST = 20;

const GROUP_COLUMN = Math.max(...Object.values(GROUPS).map(cells)) + 2;

/** Everything about one server: its head, a line per group, its bugs at a glance and one by one, and what else is to be known. */
export function targetLines(page: Page, target: TargetReport): string[] {
  const { contract, notes, unreachable } = target;
  const bugs = findingsOf(target, ['fail', 'warn']);
  const panels = createPanels(page);
  const originOf = originsOf(target);
  return [
    ...verdictLines(page, target),
    '',
    ...headLines(page, target),
    ...section(
      page,
      'Notes',
      notes
        .filter((note) => note !== toolsCalled(target))
        .flatMap((note) => paragraph(page, `- ${brief(note)}`, { indent: 2 })),
    ),
    ...(unreachable === undefined
      ? [
          '',
          ...groupLines(
            page,
            target.eras.flatMap(({ results }) => results),
          ),
        ]
      : [
          '',
          ...paragraph(page, `Nothing was judged: ${brief(unreachable)}`, {
            paint: page.colors.red,
          }),
        ]),
    ...indexLines(page, bugs, target.eras.length),
    ...bugs.flatMap((finding) => bugLines(page, finding, panels, originOf)),
    ...(contract === undefined ? [] : contractLines(page, target, contract)),
    ...section(page, 'Declared by the contract', caseLines(page, target, 'declared')),
    ...section(page, 'Known, by the baseline', caseLines(page, target, 'known')),
    ...notObservedLines(page, target),
    ...(page.verbose ? notApplicableLines(page, target) : []),
  ];
}

/** What it came to, where it comes from and what would help, and the worst of it. */
function verdictLines(page: Page, target: TargetReport): string[] {
  const { colors } = page;
  const worst = worstFinding(target);
  const origin = originText(target);
  const isBroken = contractFindings(target).length > 0;
  const paint = paintOf(page, isBroken ? 'fail' : (worst?.first.verdict ?? 'pass'));
  return [
    ...paragraph(page, verdictText(target, page), { paint: (text) => colors.bold(paint(text)) }),
    ...(origin === undefined ? [] : paragraph(page, origin, { paint: colors.green })),
    ...(worst === undefined ? [] : paragraph(page, `Worst: ${worst.first.id}: ${worst.seen}`)),
  ];
}

function headLines(page: Page, { target, transport, server, eras, requests, ms }: TargetReport) {
  const who = brief(`${server.name} ${server.version}`.trim());
  const facts = [
    transport,
    ...(who === '' ? [] : [who]),
    ...(eras.length > 0 ? [eras.map(({ era }) => era).join(', ')] : []),
    duration(ms),
    counted(requests, 'request'),
  ];
  return [
    ...paragraph(page, target, { paint: page.colors.bold }),
    ...paragraph(page, facts.join(' · '), { paint: page.colors.dim }),
  ];
}

function groupLines(page: Page, results: readonly CaseResult[]): string[] {
  return GROUP_ORDER.flatMap((group) => {
    // Cases that do not apply are shown with --verbose only.
    const own = results.filter(
      (result) => result.group === group && (page.verbose || result.verdict !== 'not applicable'),
    );
    const worst = worstOf(own.map(({ verdict }) => verdict));
    if (worst === undefined) return [];
    const counts = tallyText(tallyCases(own));
    const mark = paintOf(page, worst)(VERDICTS[worst].symbol);
    const beside = page.columns - GROUP_COLUMN - 4;
    if (beside < NARROWEST) {
      return [`  ${mark} ${GROUPS[group]}`, ...paragraph(page, counts, { indent: 6 })];
    }
    return paragraph({ ...page, columns: beside }, counts).map((line, index) =>
      index === 0
        ? `  ${mark} ${pad(GROUPS[group], GROUP_COLUMN)}${line}`
        : `${' '.repeat(GROUP_COLUMN + 4)}${line}`,
    );
  });
}

function contractLines(page: Page, target: TargetReport, { name, met }: ContractReport): string[] {
  const breaches = contractFindings(target);
  const title = `Contract ${name}: ${counted(met.length, 'declared reason')} seen, ${counted(breaches.length, 'finding')}`;
  return [
    '',
    ...paragraph(page, title, { paint: page.colors.bold }),
    ...breaches.flatMap(({ eras, text, exchange }) => [
      '',
      ...paragraph(page, `✗ ${text}`, { paint: page.colors.red }),
      ...paragraph(page, eras.join(', '), { indent: 2, paint: page.colors.dim }),
      ...wireLines(page, [exchange]),
    ]),
  ];
}

function caseLines(page: Page, target: TargetReport, verdict: Verdict): string[] {
  return findingsOf(target, [verdict]).flatMap((finding) => [
    ...paragraph(page, `${finding.first.id}  ${finding.eras.join(', ')}`, { indent: 2 }),
    ...whysOf(finding).flatMap((why) => labelled(page, '  seen', why, page.colors.dim)),
  ]);
}
