import type { Analysis } from '@errata/sql-fun/query';
import type { Prepared } from './prepare.js';
import type { Verdict } from './verdict.js';

/** Compare an analysis with why PostgreSQL refuses a statement: one of our errors has its SQLSTATE and its place. */
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
  const said = errors.map(
    ({ sqlstate, place, message }) => `${sqlstate} at ${place?.offset}: ${message}`,
  );
  const isThere = errors.some(
    ({ sqlstate, place }) =>
      sqlstate === theirs.code && (theirs.offset === undefined || place?.offset === theirs.offset),
  );
  return {
    differences: isThere
      ? []
      : [`${theirs.code} at ${theirs.offset}: ${theirs.message}; not ${said.join('; ')}`],
    unknown: [],
  };
}
