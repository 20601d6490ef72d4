import type { Era } from '@errata/core/era';
import type { CaseResult, Report, Verdict } from '../run/results.js';
import { GROUP_ORDER, worstOf } from './verdicts.js';

/** One server in one revision. */
export interface MatrixColumn {
  readonly target: string;
  /** Where the server stands in the report. */
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

/** The cases that fail or warn somewhere, or come out differently where they apply. */
export function tellingRows(columns: readonly MatrixColumn[]): readonly MatrixRow[] {
  const cases = new Map<string, CaseResult>();
  for (const result of columns.flatMap(({ results }) => results)) {
    if (!cases.has(result.id)) cases.set(result.id, result);
  }
  return [...cases.values()]
    .sort((a, b) => GROUP_ORDER.indexOf(a.group) - GROUP_ORDER.indexOf(b.group))
    .map(({ id }) => ({
      id,
      verdicts: columns.map(({ results }) => results.find((each) => each.id === id)?.verdict),
    }))
    .filter(({ verdicts }) => isTelling(verdicts));
}

function isTelling(verdicts: readonly (Verdict | undefined)[]): boolean {
  const applied = verdicts.filter(
    (verdict) => verdict !== undefined && verdict !== 'not applicable',
  ) as Verdict[];
  const worst = worstOf(applied);
  return worst === 'fail' || worst === 'warn' || new Set(applied).size > 1;
}
