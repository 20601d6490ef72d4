import type { Analysis, ProblemCode } from '@errata/sql-fun/analysis';
import type { Prepared } from './prepare.js';
import type { Verdict } from './verdict.js';

/** The codes of problems that say what an SQLSTATE says. */
const CODES: Readonly<Record<string, readonly ProblemCode[]>> = {
  '0A000': ['misplaced'],
  '22P02': ['type_mismatch'],
  '3F000': ['not_found'],
  '42601': ['syntax', 'column_count', 'duplicate', 'misplaced'],
  '42701': ['duplicate'],
  '42702': ['ambiguous'],
  '42703': ['not_found'],
  '42704': ['not_found'],
  '42712': ['duplicate'],
  '42725': ['ambiguous'],
  '42803': ['misplaced'],
  '42804': ['type_mismatch'],
  '42809': ['misplaced', 'type_mismatch', 'not_found'],
  '42846': ['type_mismatch'],
  '42883': ['not_found', 'type_mismatch'],
  '428C9': ['misplaced', 'type_mismatch'],
  '42P01': ['not_found', 'misplaced'],
  '42P10': ['not_found', 'column_count', 'misplaced'],
  '42P19': ['misplaced'],
  '42P20': ['misplaced', 'syntax'],
};

/** Compare an analysis with why PostgreSQL refuses a statement; a place that it does not name is not compared. */
export function judgeWrong(theirs: Prepared & { ok: false }, { statements }: Analysis): Verdict {
  const problems = statements.flatMap((statement) => statement.problems);
  const [first] = problems.filter(({ severity }) => severity === 'error');
  if (first === undefined) {
    const notes = problems.map(({ message }) => message);
    return {
      differences: notes.length > 0 ? [] : [`nothing is found: ${theirs.message}`],
      unknown: notes,
    };
  }
  const differences: string[] = [];
  if (CODES[theirs.code]?.includes(first.code) !== true) {
    differences.push(`${theirs.code} ${theirs.message}, not ${first.code}: ${first.message}`);
  }
  if (theirs.offset !== undefined && first.place?.offset !== theirs.offset) {
    differences.push(`it is at ${theirs.offset}, not ${first.place?.offset} (${first.message})`);
  }
  return { differences, unknown: [] };
}
