import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Problem } from '../query/analysis.js';
import type { SourceText } from '../text/index.js';

export type Severity = Problem['severity'];

/** One thing that is said about a file. */
export interface Finding {
  readonly file: string;
  /** From 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: Severity;
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

/** A file in which places are looked up. */
export interface InFile {
  readonly file: string;
  readonly source: SourceText;
  /** The name of the query that it is about. */
  readonly query?: string | undefined;
}

type Said = Pick<Finding, 'severity' | 'reason' | 'message'> &
  Partial<Pick<Finding, 'code' | 'sqlstate' | 'didYouMean'>>;

export function findingAt({ file, source, query }: InFile, offset: number, said: Said): Finding {
  const { line, column } = source.placeAt(offset);
  const lineText = lineAt(source.text, offset);
  return { ...wholeFile(file, said), line, column, offset, lineText, query };
}

/** A finding without a place. */
export function wholeFile(file: string, said: Said): Finding {
  return { file, line: null, column: null, code: null, sqlstate: null, didYouMean: [], ...said };
}

export function problemFinding(inFile: InFile, offset: number, problem: Problem): Finding {
  const { severity, message, reason, sqlstate = null, didYouMean = [] } = problem;
  const code = reason === undefined ? null : (sqlFun.definition(reason)?.code ?? null);
  const said = { severity, message, code, sqlstate, didYouMean };
  return findingAt(inFile, offset, { ...said, reason: reason ?? problem.code.toUpperCase() });
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end === -1 ? text.length : end).trim();
}
