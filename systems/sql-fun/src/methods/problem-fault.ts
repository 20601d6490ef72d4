import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import type { Problem } from '../analysis/index.js';
import { splitName } from '../text/index.js';
import { didYouMean, withoutPeriod } from './did-you-mean.js';
import { invalidParameter } from './params.js';

/** The failure that a problem of a query is where it is not to be collected. */
export function problemFault(problem: Problem, parameter: string, schema: string): Fault {
  const { code, target, name, place, table } = problem;
  const details = `${withoutPeriod(problem.message)}${placeText(problem)}${didYouMean(problem.didYouMean)}`;
  if (code !== 'not_found') return invalidParameter(parameter, details);
  const given = { details };
  const position = place === undefined ? {} : { position: place.offset + 1 };
  switch (target) {
    case 'table':
      return sqlFun.TABLE_NOT_FOUND({ target, name, schema, ...position }, given);
    case 'column': {
      const about = { target, name: lastPart(name), ...position } as const;
      return sqlFun.COLUMN_NOT_FOUND({ ...about, ...(table !== undefined && { table }) }, given);
    }
    case 'schema':
      return sqlFun.SCHEMA_NOT_FOUND({ target, name }, given);
    default:
      return sqlFun.NOT_FOUND({ target, name }, given);
  }
}

function placeText({ place }: Problem): string {
  return place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
}

/** `email` of `u.email`: the table is told beside it. */
function lastPart(name: string): string {
  return splitName(name)?.at(-1)?.text ?? name;
}
