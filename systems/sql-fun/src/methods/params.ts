import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import type { Check } from '@errata/kit';

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
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === 'string' && value.includes('\0'))
      throw invalidParameter(`params.${name}`, `params.${name} has a NUL character in it`);
    // The parser counts its bytes wrongly, and would lose the end of the text.
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
      throw invalidParameter(`params.${name}`, `params.${name} has half of a character in it`);
  }
  return members;
}

export function missingParameter(name: string, details?: string): Fault {
  return sqlFun.MISSING_PARAMETER(
    { target: 'parameter', name },
    details === undefined ? undefined : { details },
  );
}

/** −32030 for what is there and wrong. */
export function invalidParameter(name: string, details: string, cause?: unknown): Fault {
  return sqlFun.MISSING_PARAMETER(
    { target: 'parameter', name },
    {
      message: 'Invalid parameter',
      details,
      suggestion: `Correct ${name} and call again`,
      ...(cause !== undefined && { cause }),
    },
  );
}
