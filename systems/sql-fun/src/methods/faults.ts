import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core';
import type { Check } from '@errata/kit';
import { isOverflow } from '../dump/read-dump.js';
import type { QueryProblem } from '../query/analysis.js';
import { didYouMean, splitName } from '../text/names.js';

/** Checks the params of a method; `_meta` is the protocol's and is left out. What is wrong is −32030, by the first issue. */
export function checkParams(params: unknown, check: Check): object {
  const given = params ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw invalidParameter('params', 'params has to be an object');
  const { _meta, ...members } = given as Record<string, unknown>;
  const [issue] = check(members);
  if (issue !== undefined) {
    const name = issue.path === '' ? 'params' : `params.${issue.path}`;
    if (issue.message === 'required') throw missingParameter(name);
    if (issue.message === 'no member of this name')
      throw invalidParameter(name, `there is no parameter ${name}`);
    throw invalidParameter(name, `${name} has to be ${issue.message}`);
  }
  for (const [member, value] of Object.entries(members)) {
    const name = `params.${member}`;
    if (typeof value !== 'string') continue;
    if (value.includes('\0')) throw invalidParameter(name, `${name} has a NUL character in it`);
    // The parser counts its bytes wrongly, and would lose the end of the text.
    if (/\p{Surrogate}/u.test(value))
      throw invalidParameter(name, `${name} has half of a character in it`);
  }
  return members;
}

export const missingParameter = (name: string, details?: string): Fault =>
  sqlFun.MISSING_PARAMETER({ target: 'parameter', name }, details ? { details } : undefined);

/** −32030 for what is there and wrong. */
export const invalidParameter = (name: string, details: string): Fault =>
  sqlFun.MISSING_PARAMETER(
    { target: 'parameter', name },
    { message: 'Invalid parameter', details, suggestion: `Correct ${name} and call again` },
  );

/** Runs what parses a text. A text that is more than the parser's stack can take is the caller's to change; the cause tells the worker to go. */
export async function beyondParser<T>(parameter: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isOverflow(thrown)) throw thrown;
    throw sqlFun.INVALID_SQL(
      { target: 'statement', name: '', sqlstate: '54001' },
      { details: `${parameter} is nested too deeply for the parser`, cause: thrown },
    );
  }
}

export function problemFault(problem: QueryProblem, parameter: string, schema: string): Fault {
  const { reason = 'MISSING_PARAMETER', sqlstate, target, name, place, table } = problem;
  const where = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
  const given = withAdvice(problem.message.replace(/\.$/, '') + where, problem.didYouMean);
  const common = { position: place && place.offset + 1, sqlstate };
  switch (reason) {
    case 'MISSING_PARAMETER':
      return invalidParameter(parameter, given.details);
    case 'TABLE_NOT_FOUND':
      return sqlFun.TABLE_NOT_FOUND({ target: 'table', name, schema, ...common }, given);
    case 'COLUMN_NOT_FOUND': {
      // `email` of `u.email`: the table is named beside it.
      const about = { target: 'column', name: lastPart(name), table, ...common } as const;
      return sqlFun.COLUMN_NOT_FOUND(about, given);
    }
    case 'SCHEMA_NOT_FOUND':
      return sqlFun.SCHEMA_NOT_FOUND({ target: 'schema', name, ...common }, given);
    default:
      return sqlFun[reason]({ target, name, ...common }, given);
  }
}

/** Details, and names that may have been meant: also as advice, because a long text for a model loses its details first. */
export const withAdvice = (what: string, meant: readonly string[] = []) => ({
  details: `${what}${didYouMean(meant)}`,
  ...(meant.length > 0 && { suggestion: `Use ${meant.join(' or ')} and call again` }),
});

export const lastPart = (name: string): string => splitName(name)?.at(-1)?.text ?? name;
/** A message without its period, with more behind it. */
export const sentence = (message: string, where: string, meant?: readonly string[]): string =>
  `${message.replace(/\.$/, '')}${where}${didYouMean(meant)}`;
