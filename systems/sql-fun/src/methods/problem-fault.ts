import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import type { Problem } from '../query/index.js';
import { splitName } from '../text/index.js';
import { didYouMean, withoutPeriod } from './did-you-mean.js';
import { invalidParameter } from './params.js';

/** The failure that an error of a query is. */
export function problemFault(problem: Problem, parameter: string, schema: string): Fault {
  const { reason = 'MISSING_PARAMETER', sqlstate, target, name, place, table } = problem;
  const where = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
  const details = `${withoutPeriod(problem.message)}${where}${didYouMean(problem.didYouMean)}`;
  const given = { details };
  const common = {
    ...(place !== undefined && { position: place.offset + 1 }),
    ...(sqlstate !== undefined && { sqlstate }),
  };
  switch (reason) {
    case 'MISSING_PARAMETER':
      return invalidParameter(parameter, details);
    case 'TABLE_NOT_FOUND':
      return sqlFun.TABLE_NOT_FOUND({ target: 'table', name, schema, ...common }, given);
    case 'COLUMN_NOT_FOUND': {
      const about = { target: 'column', name: lastPart(name), ...common } as const;
      return sqlFun.COLUMN_NOT_FOUND({ ...about, ...(table !== undefined && { table }) }, given);
    }
    case 'SCHEMA_NOT_FOUND':
      return sqlFun.SCHEMA_NOT_FOUND({ target: 'schema', name, ...common }, given);
    default:
      return sqlFun[reason]({ target, name, ...common }, given);
  }
}

/** `email` of `u.email`: the table is named beside it. */
function lastPart(name: string): string {
  return splitName(name)?.at(-1)?.text ?? name;
}
