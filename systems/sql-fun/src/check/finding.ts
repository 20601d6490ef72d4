import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Problem } from '../query/analysis.js';
import type { SourceText } from '../text/index.js';

/** One thing that is said about a file. */
export interface Finding {
  readonly file: string;
  /** From 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: Problem['severity'];
  readonly reason: string;
  readonly code: number | null;
  readonly sqlstate: string | null;
  readonly message: string;
  readonly didYouMean: readonly string[];
  /** The name of the query, from its header. */
  readonly query?: string | undefined;
  /** Where it is, in UTF-16 units of the file. */
  readonly offset?: number;
  /** The line that it is in. */
  readonly lineText?: string;
}

export type Said = Pick<Finding, 'severity' | 'reason' | 'message'> & Partial<Finding>;

/** A finding without a place. */
export function wholeFile(file: string, said: Said): Finding {
  return { file, line: null, column: null, code: null, sqlstate: null, didYouMean: [], ...said };
}

export function findingAt(file: string, source: SourceText, offset: number, said: Said): Finding {
  const { line, column } = source.placeAt(offset);
  const start = source.text.lastIndexOf('\n', offset - 1) + 1;
  const [lineText] = source.text.slice(start).split('\n', 1);
  return { ...wholeFile(file, said), line, column, offset, lineText: lineText!.trim() };
}

/** What a finding says about a problem. */
export function saidOf({
  severity,
  message,
  code,
  reason,
  sqlstate,
  didYouMean = [],
}: Problem): Said {
  return {
    ...{ severity, message, didYouMean, sqlstate: sqlstate ?? null },
    reason: reason ?? code.toUpperCase(),
    code: reason === undefined ? null : (sqlFun.definition(reason)?.code ?? null),
  };
}
