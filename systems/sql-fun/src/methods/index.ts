import { formatSql } from './format-sql.js';
import type { MethodName } from './method-names.js';
import type { Method as AnyMethod } from './method.js';
import { analyzeQuery, validateQuery } from './queries.js';
import { listObjects, listSchemas, selectSchema, validateSchema } from './schemas.js';
import { describeTable, getColumns } from './tables.js';

export { METHOD_NAMES, type MethodName } from './method-names.js';
export type { LoadedSchema, MethodContext, MethodResult } from './method.js';

/** Every method by its name. */
export const METHODS = {
  select_schema: selectSchema,
  list_schemas: listSchemas,
  list_objects: listObjects,
  describe_table: describeTable,
  get_columns: getColumns,
  validate_query: validateQuery,
  analyze_query: analyzeQuery,
  validate_schema: validateSchema,
  format_sql: formatSql,
} satisfies Record<MethodName, AnyMethod>;

export type Method = AnyMethod<MethodName>;
