import { defineCatalog } from '@errata/core';
import {
  type CatalogInfo,
  defineFailures,
  joinFailures,
  standardFailures,
} from '@errata/core/internal';
import { SQL_FUN_LAW } from './digit-law.js';

/** What an error of a query says: what it is about, where it is, and PostgreSQL's own code for it. */
const QUERY_ERROR = {
  target: { type: 'string', description: 'column, function, statement, …' },
  name: { type: 'string', description: 'As it is written in the query' },
  position: { type: 'integer?', description: 'In characters of the query, from 1' },
  sqlstate: { type: 'string?', description: "PostgreSQL's code, such as 42601" },
} as const;
const SQLSTATE = { type: 'string?', description: "PostgreSQL's code, such as 42P01" } as const;

/** The specific failures: Y = 1…9, where telling them apart helps the client. */
const specificPart = defineFailures({
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
  INVALID_SQL: {
    code: -32031,
    title: 'Invalid SQL',
    category: 'client',
    condition: 'validation',
    when: '`SELEC 1`',
    context: QUERY_ERROR,
    details: (c) => `Invalid SQL: ${c.target} ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Correct the syntax of the query and call again',
    http: 400,
  },
  WRONG_TYPE: {
    code: -32032,
    title: 'Wrong type',
    category: 'client',
    condition: 'validation',
    when: '`SELECT upper(42)`',
    context: QUERY_ERROR,
    details: (c) => `Wrong type: ${c.target} ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Compare the types with those of the columns, add a cast, and call again',
    http: 400,
  },
  AMBIGUOUS_NAME: {
    code: -32033,
    title: 'Ambiguous name',
    category: 'client',
    condition: 'validation',
    when: '`SELECT id FROM users, orders`',
    context: QUERY_ERROR,
    details: (c) => `Ambiguous name: ${c.target} ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Qualify the name with its table or alias and call again',
    http: 400,
  },
  INVALID_LOGIC: {
    code: -32034,
    title: 'Invalid logic',
    category: 'client',
    condition: 'validation',
    when: '`SELECT name, count(*) FROM users` without GROUP BY',
    context: QUERY_ERROR,
    details: (c) => `Invalid logic: ${c.target} ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Restructure the query as the details say and call again',
    http: 400,
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
      sqlstate: SQLSTATE,
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
      sqlstate: SQLSTATE,
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
    context: {
      target: { type: 'string', values: ['schema'] },
      name: 'string',
      position: 'integer?',
      sqlstate: SQLSTATE,
    },
    details: (c) => `Schema not found: ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Check the name against the schemas of the server and call again',
    http: 404,
  },
});

/** The general failure of each category: Y = 0. Every one says what it is about, as `target` and `name`. */
const generalPart = defineFailures({
  SERVER_NOT_REACHABLE: {
    code: -32000,
    title: 'Server not reachable',
    category: 'proxy',
    condition: 'unreachable',
    when: 'TCP connection refused',
    context: {
      target: { type: 'string', description: 'server or pid_file' },
      name: { type: 'string', description: 'The address, or the path of the file' },
    },
    details: (c) => `Server not reachable: ${c.target} ${c.name}`,
    recovery: 'retry_with_backoff',
    suggestion: 'Start sql-fun-server, then call again',
    http: 502,
  },
  INTERNAL_PANIC: {
    code: -32010,
    title: 'Internal server panic',
    category: 'unexpected',
    condition: 'unexpected',
    when: 'Unwrap of None',
    context: {
      target: { type: 'string', description: 'exception, or the part that panicked' },
      name: { type: 'string', description: 'The class of the exception, or the place' },
    },
    details: (c) => `Internal server panic: ${c.target} ${c.name}`,
    recovery: 'report_and_abort',
    effect: 'unknown',
    http: 500,
  },
  SCHEMA_IO_FAILURE: {
    code: -32020,
    title: 'Schema file I/O failure',
    category: 'io',
    condition: 'storage-unavailable',
    when: 'File not found or permission denied',
    context: {
      target: { type: 'string', description: 'schema_file or directory' },
      name: { type: 'string', description: 'The path' },
      error_type: { type: 'string?', description: 'ENOENT, EACCES, …' },
    },
    details: (c) =>
      `Schema file I/O failure: ${c.target} ${c.name}${c.error_type === undefined ? '' : ` (${c.error_type})`}`,
    // The file belongs to the project, not to the caller: a person has to add it or make it readable.
    recovery: 'user_action_required',
    suggestion: (c) =>
      c.target === 'config_file'
        ? 'Correct the config file of the project'
        : c.target === 'directory'
          ? 'Check the folder of the project'
          : c.target === 'query_file'
            ? 'Check the path of the query file'
            : 'Check that the schema file exists and that the server can read it',
    http: 503,
  },
  MISSING_PARAMETER: {
    code: -32030,
    title: 'Missing parameter',
    category: 'client',
    // Not `invalid-params`: 2026-07-28 names a code for that one, and the digits would be lost.
    condition: 'validation',
    when: '`params.sql` not provided',
    context: {
      target: { type: 'string', description: 'parameter' },
      name: { type: 'string', description: 'The path of the parameter, such as params.sql' },
      expected: 'string?',
      position: 'integer?',
      sqlstate: { type: 'string?', description: "PostgreSQL's code, of an error in a query" },
    },
    details: (c) => `Missing ${c.target}: ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: (c) => `Provide ${c.name} and call again`,
    http: 400,
  },
  MCP_NOT_ALLOWED: {
    code: -32040,
    title: 'MCP not allowed',
    category: 'security',
    condition: 'forbidden',
    when: '`--allow-context mcp` not set, or the object is not exposed to MCP',
    context: {
      target: { type: 'string', description: 'context, schema, table, column or view' },
      name: { type: 'string', description: 'mcp, or the name that was asked for' },
    },
    // The same text whether the object exists or not: it names the policy and does not reveal existence.
    details: (c) =>
      c.target === 'context'
        ? `\`--allow-context ${c.name}\` not set`
        : `MCP not allowed: ${c.target} ${c.name}`,
    recovery: 'user_action_required',
    suggestion: (c) =>
      c.target === 'context'
        ? `Start the server with --allow-context ${c.name}`
        : 'Use the objects that the server lists, or ask its owner to expose this one',
    http: 403,
  },
  NOT_FOUND: {
    code: -32050,
    title: 'Not found',
    category: 'not-found',
    condition: 'not-found',
    when: 'Target table, column, schema, or view does not exist',
    context: {
      target: { type: 'string', description: 'view, function, type, …' },
      name: { type: 'string', description: 'The name that was asked for' },
      position: 'integer?',
      sqlstate: { type: 'string?', description: "PostgreSQL's code, of an error in a query" },
    },
    details: (c) => `Not found: ${c.target} ${c.name}`,
    recovery: 'fix_and_retry',
    suggestion: 'Check the name against the schema and call again',
    http: 404,
  },
});

/**
 * The failures of sql-fun-server. The digit law is checked here, when the catalog is declared; the five of JSON-RPC are
 * outside of it. A panic has to say where, so what nothing is known of falls back to −32603.
 */
export const sqlFun = defineCatalog(
  'sql-fun',
  joinFailures(standardFailures, joinFailures(generalPart, specificPart)),
  { unexpected: 'INTERNAL_ERROR', digitLaw: SQL_FUN_LAW },
);

/** The name of a failure of sql-fun. */
export type SqlFunReason = Exclude<keyof typeof sqlFun, keyof CatalogInfo>;
