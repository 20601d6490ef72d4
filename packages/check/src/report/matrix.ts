import type { Era } from '@errata/core';
import type { CaseResult, Report, Verdict } from '../run/results.js';
import { byHurt } from './findings.js';
import { worstOf } from './verdicts.js';

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
  /** One per column; undefined where the case did not run. */
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
