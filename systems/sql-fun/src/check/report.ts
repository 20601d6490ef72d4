import type { Finding } from './finding.js';

/** What a run found, for every format. */
export interface CheckReport {
  /** Those that are shown, in the order of files and places. */
  readonly findings: readonly Finding[];
  /** Every file that was checked. */
  readonly files: readonly string[];
  readonly statements: number;
  /** Findings of the baseline, which are not shown. */
  readonly known: number;
  /** Templates that are only a part of a statement. */
  readonly fragments: number;
  /** The text of a file, for excerpts. */
  textOf(file: string): string;
}

/** `3 errors, 1 warning in 2 of 14 files (57 statements)` */
export function summaryOf({ findings, files, statements, known, fragments }: CheckReport): string {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const touched = new Set(findings.map(({ file }) => file)).size;
  const counts = [
    counted(errors, 'error'),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
  ].join(', ');
  const where =
    touched === 0
      ? counted(files.length, 'file')
      : `${touched} of ${counted(files.length, 'file')}`;
  const more = [
    counted(statements, 'statement'),
    ...(known > 0 ? [`${known} known`] : []),
    ...(fragments > 0 ? [`${counted(fragments, 'fragment')} skipped`] : []),
  ].join(', ');
  return `${counts} in ${where} (${more})`;
}

export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** `did you mean a or b?` */
export function meantBy({ didYouMean }: Finding): string | undefined {
  return didYouMean.length === 0 ? undefined : `did you mean ${didYouMean.join(' or ')}?`;
}
