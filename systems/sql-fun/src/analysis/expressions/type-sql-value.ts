import type { SQLValueFunction, SQLValueFunctionOp } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { builtin } from './typed.js';

const TYPES: Readonly<Partial<Record<SQLValueFunctionOp, string>>> = {
  SVFOP_CURRENT_DATE: 'date',
  SVFOP_CURRENT_TIME: 'timetz',
  SVFOP_CURRENT_TIME_N: 'timetz',
  SVFOP_CURRENT_TIMESTAMP: 'timestamptz',
  SVFOP_CURRENT_TIMESTAMP_N: 'timestamptz',
  SVFOP_LOCALTIME: 'time',
  SVFOP_LOCALTIME_N: 'time',
  SVFOP_LOCALTIMESTAMP: 'timestamp',
  SVFOP_LOCALTIMESTAMP_N: 'timestamp',
};

const MAX_PRECISION = 6;

/** CURRENT_DATE, CURRENT_USER and the others that are called without parentheses. */
export function typeSqlValue({ op, typmod }: SQLValueFunction, { session }: Env): Typed {
  const name = (op && TYPES[op]) ?? 'name';
  const precise = op?.endsWith('_N') === true;
  return builtin(name, session, precise ? Math.min(typmod ?? 0, MAX_PRECISION) : -1);
}
