/** All that can be asked. A file of its own: the daemon knows the names without loading the methods. */
export const METHOD_NAMES = [
  'select_schema',
  'list_schemas',
  'list_objects',
  'describe_table',
  'get_columns',
  'validate_query',
  'analyze_query',
  'validate_schema',
  'format_sql',
] as const;

export type MethodName = (typeof METHOD_NAMES)[number];
