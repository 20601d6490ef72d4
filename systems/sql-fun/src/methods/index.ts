import { formatSql } from './format-sql.js';
import type { MethodName } from './method-names.js';
import type { Method as AnyMethod } from './method.js';
import { analyzeQuery, validateQuery } from './queries.js';
import { listObjects, listSchemas, selectSchema, validateSchema } from './schemas.js';
import { describeTable, getColumns } from './tables.js';

export { METHOD_NAMES, type MethodName } from './method-names.js';
export type { LoadedSchema, MethodContext, MethodResult } from './method.js';

const ALL: readonly Method[] = [
  ...[selectSchema, listSchemas, listObjects, describeTable, getColumns],
  ...[validateQuery, analyzeQuery, validateSchema, formatSql],
];

export const METHODS = Object.fromEntries(ALL.map((one) => [one.name, one])) as Readonly<
  Record<MethodName, Method>
>;

export type Method = AnyMethod<MethodName>;
