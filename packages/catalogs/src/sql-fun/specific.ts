import { defineFailures } from '@errata/core/catalog';

/** The specific failures: Y = 1…9, where telling them apart helps the client. */
export const specificPart = defineFailures({
  INVALID_SCHEMA_SQL: {
    code: -32021,
    title: 'Invalid SQL in schema file',
    category: 'io',
    condition: 'invalid-state',
    when: 'pg_query parse failure',
    context: {
      target: { type: 'string', values: ['schema_file'] },
      name: { type: 'string', description: 'The path of the file' },
      line: 'integer?',
      position: 'integer?',
    },
    details: (c) =>
      `Invalid SQL in schema file ${c.name}${c.line === undefined ? '' : ` at line ${c.line}`}`,
    recovery: 'user_action_required',
    suggestion: 'Correct the SQL of the schema file',
    http: 503,
  },
  TABLE_NOT_FOUND: {
    code: -32051,
    title: 'Table not found',
    category: 'not-found',
    condition: 'not-found',
    when: '`get_columns("user")`',
    context: {
      target: { type: 'string', values: ['table'] },
      name: 'string',
      schema: 'string?',
      position: 'integer?',
    },
    details: (c) => `Table not found: ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Check the name against the tables of the schema and call again',
    http: 404,
  },
  COLUMN_NOT_FOUND: {
    code: -32052,
    title: 'Column not found',
    category: 'not-found',
    condition: 'not-found',
    when: '`SELECT email FROM users` with no `email`',
    context: {
      target: { type: 'string', values: ['column'] },
      name: 'string',
      table: 'string?',
      position: 'integer?',
    },
    details: (c) => `Column not found: ${c.table === undefined ? '' : `${c.table}.`}${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: (c) =>
      c.table === undefined
        ? 'Check the name against the columns of the tables and call again'
        : `Check the name against the columns of ${c.table} and call again`,
    http: 404,
  },
  SCHEMA_NOT_FOUND: {
    code: -32053,
    title: 'Schema not found',
    category: 'not-found',
    condition: 'not-found',
    when: '`select_schema("preview")`',
    context: { target: { type: 'string', values: ['schema'] }, name: 'string' },
    details: (c) => `Schema not found: ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Check the name against the schemas of the server and call again',
    http: 404,
  },
});
