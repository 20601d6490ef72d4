/** All methods. A file of its own: the daemon knows the names without loading the methods. */
export const METHOD_NAMES = [
  ...['select_schema', 'list_schemas', 'list_objects', 'describe_table', 'get_columns'],
  ...['validate_query', 'analyze_query', 'validate_schema', 'format_sql'],
] as const;

export type MethodName = (typeof METHOD_NAMES)[number];

/** For the model, at the start of a session. */
export const INSTRUCTIONS = [
  'Knows the PostgreSQL schema of a project from a schema dump. It connects to no database, and it runs and changes nothing.',
  'Look names up with list_objects and describe_table instead of guessing them.',
  'Check SQL with analyze_query before you show or run it: it returns result columns, tables, parameters and every problem with its place. validate_query is a quick yes or no.',
  'You see only what the project exposes. Other names are refused, whether they exist or not.',
].join(' ');
