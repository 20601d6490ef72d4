import { analyzeQuery } from './analyze-query.js';
import { describeTable } from './describe-table.js';
import { formatSql } from './format-sql.js';
import { getColumns } from './get-columns.js';
import { listObjects } from './list-objects.js';
import { listSchemas } from './list-schemas.js';
import type { Method, MethodName, MethodResult } from './method.js';
import { selectSchema } from './select-schema.js';
import { validateQuery } from './validate-query.js';
import { validateSchema } from './validate-schema.js';

/** All that can be asked, by name. */
export const METHODS: Readonly<Record<MethodName, Method>> = {
  select_schema: selectSchema,
  list_schemas: listSchemas,
  list_objects: listObjects,
  describe_table: describeTable,
  get_columns: getColumns,
  validate_query: validateQuery,
  analyze_query: analyzeQuery,
  validate_schema: validateSchema,
  format_sql: formatSql,
};

/** A result as text for people and models. */
export function toText(method: MethodName, result: MethodResult): string {
  return METHODS[method].toText(result);
}
