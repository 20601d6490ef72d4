import type { Era } from '@errata/core';
import { GROUPS, type Group } from '../case.js';
import type { CaseResult, ContractFinding, Report, Verdict, TargetReport } from '../run/results.js';
import type { ConnectionState } from '../exchange.js';
import { brief, clip, counted } from './text.js';

/** How a verdict is shown, worst first. What was not observed is worse than a pass, and what does not apply says least. */
export const VERDICTS: Readonly<
  Record<Verdict, { readonly symbol: string; readonly word: string }>
> = {
  fail: { symbol: '✗', word: 'failed' },
  warn: { symbol: '!', word: 'warned' },
  known: { symbol: '~', word: 'known' },
  declared: { symbol: '=', word: 'declared' },
  'not observed': { symbol: '?', word: 'not observed' },
  pass: { symbol: '✓', word: 'passed' },
  'not applicable': { symbol: '–', word: 'not applicable' },
};

/** The same, as a list. */
export const VERDICT_ORDER = Object.keys(VERDICTS) as readonly Verdict[];

/** The groups in the order in which they are shown. */
export const GROUP_ORDER = Object.keys(GROUPS) as readonly Group[];

/** The worst of some verdicts; undefined of none. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return VERDICT_ORDER.find((verdict) => verdicts.includes(verdict));
}

export type Tally = Readonly<Record<Verdict, number>>;

/** How often each verdict was given. */
export function tallyOf(verdicts: readonly Verdict[]): Tally {
  const tally = Object.fromEntries(VERDICT_ORDER.map((verdict) => [verdict, 0]));
  for (const verdict of verdicts) tally[verdict]! += 1;
  return tally as Tally;
}

/** A case is counted once, by its worst revision: so the numbers are those of the bugs that are listed. */
export function tallyCases(results: readonly CaseResult[]): Tally {
  const cases = new Map<string, Verdict[]>();
  for (const { id, verdict } of results) cases.set(id, [...(cases.get(id) ?? []), verdict]);
  return tallyOf([...cases.values()].map((verdicts) => worstOf(verdicts)!));
}

/** `1 failed, 14 passed`, without what is nothing. */
export function tallyText(tally: Tally): string {
  return VERDICT_ORDER.filter((verdict) => tally[verdict] > 0)
    .map((verdict) => `${tally[verdict]} ${VERDICTS[verdict].word}`)
    .join(', ');
}

/** What a run came to. */
export function sumOf({ targets, stale }: Report) {
  return {
    tally: targets
      .map(({ eras }) => tallyCases(eras.flatMap(({ results }) => results)))
      .reduce(add, tallyOf([])),
    contract: targets.flatMap(contractFindings).length,
    stale: stale.length,
    unreachable: targets.filter((target) => target.unreachable !== undefined).length,
  };
}

function add(a: Tally, b: Tally): Tally {
  return Object.fromEntries(
    VERDICT_ORDER.map((verdict) => [verdict, a[verdict] + b[verdict]]),
  ) as Tally;
}

/** 2: a server could not be judged; 1: something has to be fixed; 0: clean. */
export function exitCodeOf(
  report: Report,
  { strict = false }: { strict?: boolean } = {},
): 0 | 1 | 2 {
  if (report.targets.some(({ unreachable }) => unreachable !== undefined)) return 2;
  const bad = report.targets.some(
    ({ eras, contract }) =>
      (contract?.findings.length ?? 0) > 0 ||
      eras.some(({ results }) =>
        results.some(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn')),
      ),
  );
  return bad || report.stale.length > 0 ? 1 : 0;
}

/**
 * How much a violation hurts, by its group; the least number hurts most: leaks and the server's end, then what ordinary callers and
 * models get, then unusual input.
 */
export const SEVERITY: Readonly<Record<Group, number>> = {
  leaks: 0,
  // The server ends, or falls mute.
  abuse: 1,
  answers: 2,
  process: 3,
  silent: 4,
  messages: 5,
  arguments: 6,
  methods: 7,
  cancellation: 8,
  retry: 9,
  http: 10,
  lifecycle: 11,
  codes: 12,
  requests: 13,
  framing: 14,
  notifications: 15,
  batches: 16,
  ids: 17,
};

/** Requests that are valid, and that hardly any client sends. */
const UNUSUAL = /\/answers-(?:large-id|64-kb|1-mb)$/;

function severityOf({ id, group }: Pick<CaseResult, 'id' | 'group'>): number {
  return SEVERITY[UNUSUAL.test(id) ? 'ids' : group];
}

/** One case with one verdict at one server, in one revision or several. */
export interface Finding {
  /** What all of them share is read from the first. */
  readonly first: CaseResult;
  readonly results: readonly CaseResult[];
  readonly eras: readonly Era[];
}

/** The findings of a server with these verdicts: the worst verdict first, and within it what hurts most. */
export function findingsOf(target: TargetReport, verdicts: readonly Verdict[]): readonly Finding[] {
  const groups = new Map<string, CaseResult[]>();
  for (const result of target.eras.flatMap(({ results }) => results)) {
    if (!verdicts.includes(result.verdict)) continue;
    const key = `${result.verdict} ${result.id}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()]
    .map((results) => ({ first: results[0]!, results, eras: results.map(({ era }) => era) }))
    .sort((a, b) => byHurt(a.first, b.first));
}

/** For sorting, the worst first; what hurts alike stays in the order of the cases. */
function byHurt(
  a: Pick<CaseResult, 'id' | 'verdict' | 'group'>,
  b: Pick<CaseResult, 'id' | 'verdict' | 'group'>,
): number {
  return (
    VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict) ||
    severityOf(a) - severityOf(b)
  );
}

/** A failure that the contract does not allow, in one revision or several. */
interface ContractBreach extends ContractFinding {
  readonly text: string;
  readonly eras: readonly Era[];
}

/** What the contract of a server does not allow, the same in several revisions once. */
export function contractFindings({ contract }: TargetReport): readonly ContractBreach[] {
  const breaches = new Map<string, ContractBreach & { eras: Era[] }>();
  for (const finding of contract?.findings ?? []) {
    const { kind, era, code, reason, why } = finding;
    const name = reason === undefined ? '' : ` (${brief(reason)})`;
    const text = `${kind} ${code ?? 'without a number'}${name}: ${brief(why)}`;
    const same = breaches.get(text);
    if (same === undefined) breaches.set(text, { ...finding, text, eras: [era] });
    else if (!same.eras.includes(era)) same.eras.push(era);
  }
  return [...breaches.values()];
}

/** Where our own advice is. */
const OWN_RULE = /^docs\/check\.md#/;

/** The word before a requirement: `ADVICE` where no specification says it. */
export function obligationOf({ keyword, link }: Pick<CaseResult, 'keyword' | 'link'>): string {
  return keyword === 'SHOULD' && OWN_RULE.test(link) ? 'ADVICE' : keyword;
}

/** Where a rule is: our own page is not on the web, so its section is named. */
export function ruleText(link: string): string {
  return OWN_RULE.test(link)
    ? `Errata's own advice (section "${link.replace(OWN_RULE, '').replaceAll('-', ' ')}" of the guide to errata check)`
    : link;
}

/** What was seen, each sentence once; where revisions differ, with those that it is about. */
export function whysOf({ results }: Finding): readonly string[] {
  const whys = new Map<string, Era[]>();
  for (const { why, era } of results) {
    if (why !== undefined) whys.set(why, [...(whys.get(why) ?? []), era]);
  }
  return [...whys].map(([why, eras]) =>
    eras.length < results.length ? `${eras.join(', ')}: ${brief(why)}` : brief(why),
  );
}

/** What is said of a connection that is not open as it should be. */
export const STATE_TEXTS: Readonly<Record<ConnectionState, string | undefined>> = {
  closed: 'the server closed the connection',
  silent: 'the server did not answer',
  open: undefined,
};

/** Where the connection stood afterwards, in the revision where it was worst. */
export function stateOf({ results }: Finding): ConnectionState {
  const states = results.map(({ connection }) => connection);
  return states.includes('closed') ? 'closed' : states.includes('silent') ? 'silent' : 'open';
}

type Grade = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** Failures up to which a server has a grade; more is an F. */
const MOST_FAILURES: readonly (readonly [Grade, number])[] = [
  ['C', 2],
  ['D', 5],
  ['E', 10],
];

/** Warnings of a server without a failure that still has an A. */
const FEW_WARNINGS = 5;

/**
 * The grade of a server; undefined where there is none. Each case counts once, by its worst revision, and each finding of the contract
 * like a failure. A server that ends, or that leaks, has an F. What the contract declares and the baseline knows does not count. docs/check.md has the formula.
 */
export function gradeOf(target: TargetReport): Grade | undefined {
  const { judged, isBlind } = observedOf(target);
  if (target.unreachable !== undefined || isPart(target) || judged === 0) return undefined;
  const failures = findingsOf(target, ['fail']).map(({ first }) => first);
  if (failures.some(({ group }) => group === 'abuse' || group === 'leaks')) return 'F';
  const count = failures.length + contractFindings(target).length;
  if (count > 0) return MOST_FAILURES.find(([, most]) => count <= most)?.[0] ?? 'F';
  if (isBlind) return undefined;
  return findingsOf(target, ['warn']).length <= FEW_WARNINGS ? 'A' : 'B';
}

/** Whether cases are missing: a grade is about all of them. */
function isPart({ partial, interrupted }: TargetReport): boolean {
  return partial === true || interrupted === true;
}

/** How many cases apply to a server, and how many of these came to a verdict. With more than a third unobserved, nobody can call it good. */
function observedOf({ eras }: TargetReport) {
  const { 'not applicable': _, ...tally } = tallyCases(eras.flatMap(({ results }) => results));
  const applicable = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const unseen = tally['not observed'];
  const judged = tally.pass + tally.fail + tally.warn;
  return { applicable, judged, unseen, isBlind: unseen * 3 > applicable };
}

/** Characters of the line about the worst finding; the list of findings has the whole text. */
const SHORT = 160;

/** The finding that hurts most, and what was seen, in a line or two. */
export function worstFinding(
  target: TargetReport,
): (Finding & { readonly seen: string }) | undefined {
  const worst = findingsOf(target, ['fail', 'warn'])[0];
  if (worst === undefined) return undefined;
  const seen = whysOf(worst)[0] ?? worst.first.requirement;
  return { ...worst, seen: seen.length <= SHORT ? seen : `${clip(seen, SHORT)}…` };
}

/** `1 of 5 tools called`, from the notes; undefined where all were called. */
export function toolsCalled({ notes }: TargetReport): string | undefined {
  return notes
    .map((note) => /^\d+ of \d+ (?:callable )?tools called/.exec(note)?.[0])
    .find(Boolean);
}

/** The verdict on a server in one line: `F  shop 1.0.0: 12 failures, 3 warnings`. */
export function verdictText(target: TargetReport, { strict = false } = {}): string {
  const { server, unreachable } = target;
  const who = brief(`${server.name} ${server.version}`.trim()) || brief(target.target);
  if (unreachable !== undefined) return `not judged  ${who}`;
  const failures = findingsOf(target, ['fail']).length;
  const warnings = findingsOf(target, ['warn']).length;
  const breaches = contractFindings(target).length;
  const what = [
    failures + warnings === 0
      ? 'no failures, no warnings'
      : `${counted(failures, 'failure')}, ${counted(warnings, 'warning')}`,
    ...(breaches === 0 ? [] : [counted(breaches, 'contract finding')]),
  ].join(', ');
  const { applicable, unseen, isBlind } = observedOf(target);
  const called = toolsCalled(target);
  const of = isPart(target) ? '' : ` of ${counted(applicable, 'case')}`;
  const notes = [
    isPart(target) ? ` in ${counted(applicable, 'case')}` : '',
    isBlind ? `, ${unseen}${of} not observed` : '',
    target.interrupted === true ? ', interrupted: not all cases ran' : '',
    called === undefined ? '' : `; ${called}`,
    strict && warnings > 0 ? '; with --strict, warnings fail' : '',
  ];
  return `${gradeOf(target) ?? 'no grade'}  ${who}: ${what}${notes.join('')}`;
}

/** One server in one revision. */
export interface MatrixColumn {
  readonly target: string;
  /** The place of the server in the report. */
  readonly index: number;
  readonly era: Era;
  readonly results: readonly CaseResult[];
}

export interface MatrixRow {
  readonly id: string;
  /** One per column; undefined if the case did not run. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

export function columnsOf(report: Report): readonly MatrixColumn[] {
  return report.targets.flatMap(({ target, eras }, index) =>
    eras.map(({ era, results }) => ({ target, index, era, results })),
  );
}

/** The cases that fail or warn somewhere, or come out differently where they apply; the worst first. */
export function tellingRows(columns: readonly MatrixColumn[]): readonly MatrixRow[] {
  const cases = new Map<string, CaseResult>();
  for (const result of columns.flatMap(({ results }) => results)) {
    if (!cases.has(result.id)) cases.set(result.id, result);
  }
  return [...cases.values()]
    .map(({ id, group }) => {
      const verdicts = columns.map(
        ({ results }) => results.find((each) => each.id === id)?.verdict,
      );
      const applied = appliedOf(verdicts);
      return { id, group, verdicts, applied, verdict: worstOf(applied) ?? 'not applicable' };
    })
    .filter(({ verdict, applied }) => isBug(verdict) || new Set(applied).size > 1)
    .sort(byHurt)
    .map(({ id, verdicts }) => ({ id, verdicts }));
}

/** Whether anything at all was seen of these. */
export function wasJudged(columns: readonly MatrixColumn[]): boolean {
  const verdicts = columns.flatMap(({ results }) => results.map(({ verdict }) => verdict));
  return appliedOf(verdicts).some((verdict) => verdict !== 'not observed');
}

function appliedOf(verdicts: readonly (Verdict | undefined)[]): readonly Verdict[] {
  return verdicts.filter((one) => one !== undefined && one !== 'not applicable') as Verdict[];
}

function isBug(verdict: Verdict): boolean {
  return verdict === 'fail' || verdict === 'warn';
}
