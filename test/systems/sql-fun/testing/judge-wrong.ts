import type { Analysis } from '@errata/sql-fun/query';
import type { Prepared } from './prepare.js';
import type { Verdict } from './verdict.js';

/** Compare an analysis with why PostgreSQL refuses a statement: its SQLSTATE, its words and its place have to be there. */
export function judgeWrong(theirs: Prepared & { ok: false }, { statements }: Analysis): Verdict {
  const problems = statements.flatMap((statement) => statement.problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    const notes = problems.map(({ message }) => message);
    return {
      differences: notes.length > 0 ? [] : [`nothing is found: ${theirs.message}`],
      unknown: notes,
    };
  }
  const same = errors.find(({ sqlstate }) => sqlstate === theirs.code);
  if (same === undefined) {
    const ours = errors.map(({ sqlstate, message }) => `${sqlstate} ${message}`).join('; ');
    return { differences: [`${theirs.code} ${theirs.message}, not ${ours}`], unknown: [] };
  }
  const offset = same.place?.offset;
  return {
    differences:
      theirs.offset === undefined || offset === theirs.offset
        ? []
        : [`it is at ${theirs.offset}, not ${offset} (${same.message})`],
    unknown: [],
  };
}
