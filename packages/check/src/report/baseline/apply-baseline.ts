import type { Era } from '@errata/core';
import type { BaselineEntry, CaseResult, Report } from '../../run/results.js';
import { jsonText } from '../text.js';
import type { Baseline } from './parse-baseline.js';

/** The same report with failures and warnings that the baseline lists as `known`, and with its entries that no longer fail. */
export function applyBaseline(report: Report, baseline: Baseline): Report {
  const { known } = baseline;
  return {
    ...report,
    targets: report.targets.map((target) => ({
      ...target,
      eras: target.eras.map(({ era, results }) => ({
        era,
        results: results.map((result) => judge(result, known, target.target)),
      })),
    })),
    stale: known.filter((entry) => isStale(entry, report)),
  };
}

/** The entry of a baseline that is about this. */
function entryFor(
  known: readonly BaselineEntry[],
  id: string,
  era: Era,
  target: string,
): BaselineEntry | undefined {
  return known.find(
    (entry) =>
      entry.case === id &&
      (entry.era === undefined || entry.era === era) &&
      (entry.target === undefined || entry.target === target),
  );
}

function judge(result: CaseResult, known: readonly BaselineEntry[], target: string): CaseResult {
  if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
  const entry = entryFor(known, result.id, result.era, target);
  if (entry === undefined) return result;
  const why = [result.why, entry.why].filter((text) => (text ?? '') !== '').join(' Known: ');
  return { ...result, verdict: 'known', ...(why !== '' && { why }) };
}

/** What was not run, or not observed, may fail still. */
function isStale(entry: BaselineEntry, { targets }: Report): boolean {
  const about = targets.filter(
    ({ target }) => entry.target === undefined || entry.target === target,
  );
  if (about.some(({ unreachable }) => unreachable !== undefined)) return false;
  const runs = about
    .flatMap(({ eras }) => eras)
    .filter(({ era }) => entry.era === undefined || entry.era === era);
  const mayFail = runs
    .flatMap(({ results }) => results)
    .some(({ id, verdict }) => id === entry.case && MAY_FAIL.has(verdict));
  return runs.length > 0 && !mayFail;
}

const MAY_FAIL: ReadonlySet<CaseResult['verdict']> = new Set([
  'fail',
  'warn',
  'known',
  'not observed',
]);

const LISTED: ReadonlySet<string> = new Set(['fail', 'warn', 'known']);

/** A baseline file of everything that fails or warns now. Reasons are taken over from the one before; those that are empty are for the user to say. */
export function toBaseline(report: Report, before: Baseline = { known: [] }): string {
  const known = report.targets.flatMap(({ target, eras }) =>
    eras.flatMap(({ era, results }) =>
      results
        .filter(({ verdict }) => LISTED.has(verdict))
        .map(({ id }): BaselineEntry => {
          const { why = '' } = entryFor(before.known, id, era, target) ?? {};
          return { case: id, era, target, why };
        }),
    ),
  );
  return `${jsonText({ version: 1, known: known.sort(byName) }, 2)}\n`;
}

function byName(a: BaselineEntry, b: BaselineEntry): number {
  const [one, other] = [a, b].map(({ case: id, era, target }) => JSON.stringify([id, era, target]));
  return one! < other! ? -1 : 1;
}
