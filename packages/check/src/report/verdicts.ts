import { GROUPS, type Group } from '../case.js';
import type { CaseResult, Report, Verdict } from '../run/results.js';

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
interface Sum {
  readonly tally: Tally;
  readonly contract: number;
  readonly stale: number;
  readonly unreachable: number;
}

export function sumOf({ targets, stale }: Report): Sum {
  return {
    tally: targets
      .map(({ eras }) => tallyCases(eras.flatMap(({ results }) => results)))
      .reduce(add, tallyOf([])),
    contract: targets.flatMap(({ contract }) => contract?.findings ?? []).length,
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
