import type { CheckedSource } from './check-source.js';
import type { Finding } from './finding.js';

/** What a run found, for every format. */
export interface CheckReport {
  /** Those that are shown, in the order of files and places. */
  readonly findings: readonly Finding[];
  readonly sources: readonly CheckedSource[];
  /** How many findings the baseline has; they are not shown. */
  readonly known: number;
}

export function statementsOf(sources: readonly CheckedSource[]): number {
  return sources.reduce((sum, { statements }) => sum + statements.length, 0);
}

/** `3 errors, 1 warning in 2 of 14 files (57 statements)` */
export function summaryOf({ findings, sources, known }: CheckReport): string {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const touched = new Set(findings.map(({ file }) => file)).size;
  const fragments = sources.reduce((sum, one) => sum + one.fragments, 0);
  const counts = [
    counted(count('error'), 'error'),
    ...(count('warning') > 0 ? [counted(count('warning'), 'warning')] : []),
    ...(count('note') > 0 ? [counted(count('note'), 'note')] : []),
  ];
  const more = [
    counted(statementsOf(sources), 'statement'),
    ...(known > 0 ? [`${known} known`] : []),
    ...(fragments > 0 ? [`${counted(fragments, 'fragment')} skipped`] : []),
  ];
  const where = `${touched === 0 ? '' : `${touched} of `}${counted(sources.length, 'file')}`;
  return `${counts.join(', ')} in ${where} (${more.join(', ')})`;
}

export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** `did you mean a or b?` */
export function meantBy({ didYouMean }: Finding): string | undefined {
  return didYouMean.length === 0 ? undefined : `did you mean ${didYouMean.join(' or ')}?`;
}
