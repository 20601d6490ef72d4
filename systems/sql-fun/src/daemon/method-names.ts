import type { MethodName } from '../methods/index.js';

// By hand, and complete by its type: importing the methods would load the parser into the daemon.
const NAMES: Readonly<Record<MethodName, true>> = {
  select_schema: true,
  list_schemas: true,
  list_objects: true,
  describe_table: true,
  get_columns: true,
  validate_query: true,
  analyze_query: true,
  validate_schema: true,
  format_sql: true,
};

/** What can be asked of the workers. */
export const METHOD_NAMES: readonly string[] = Object.keys(NAMES);
