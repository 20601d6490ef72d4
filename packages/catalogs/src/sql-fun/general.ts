import { defineFailures } from '@errata/core/internal';

/** The general failure of each category: Y = 0. Every one says what it is about, as `target` and `name`. */
export const generalPart = defineFailures({
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
    // The file belongs to the project, not to the caller: somebody has to put it there or to open it.
    recovery: 'user_action_required',
    suggestion: (c) =>
      c.target === 'config_file'
        ? 'Correct the config file of the project'
        : c.target === 'directory'
          ? 'Check the folder of the project'
          : c.target === 'query_file'
            ? 'Check the path of the query file'
            : 'Check that the schema file exists and may be read by the server',
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
    // The same words whether the object exists or not: the policy is told, existence is not.
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
