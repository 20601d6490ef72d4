import { assertTells } from './assert-tells.js';
import { askingAsModel, notOn, row, type Provoke } from './provoke.js';

const NO_TOKEN = notOn('stdio', 'a proxy that is refused says SERVER_NOT_REACHABLE');

/** The document has a row for models alone, and context for every failure of the category: no client may ask without the token. */
const TOKEN = { data: { target: 'token', name: 'hello' } } as const;

/** −32040: who may not ask, and what may not be seen. */
export const POLICY_FAILURES: readonly Provoke[] = [
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'context',
    cause: 'A model asks, and --allow-context mcp was not given',
    example: row('MCP not allowed', 'context', 'mcp'),
    async provoke({ closed }, { transport }) {
      return transport === 'stdio'
        ? closed.ask('list_schemas', {})
        : closed.hello(await closed.connectPort(), 'mcp');
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'server',
    cause: 'The proxy was given --allow-context mcp, the server that is running was not',
    example: row('MCP not allowed', 'context', 'mcp'),
    fields: ['details'],
    impossible: notOn('tcp', 'there is no proxy that could have been told something else'),
    async provoke({ disagreeing }) {
      await disagreeing.startDaemon();
      const answer = await disagreeing.ask('list_schemas', {});
      return assertTells(answer, { details: /that is running/ });
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'token',
    cause: 'A client says hello with another token than that of the PID file',
    example: TOKEN,
    impossible: NO_TOKEN,
    async provoke({ main }) {
      const wire = await main.connectPort();
      return main.hello(wire, 'cli', 'f'.repeat(40));
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'hello',
    cause: 'The first request of a client is not hello',
    example: TOKEN,
    impossible: NO_TOKEN,
    async provoke({ main }) {
      const wire = await main.connectPort();
      return wire.request('list_schemas', {});
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'shutdown',
    cause: 'A model wants to end the server',
    example: row('MCP not allowed', 'method'),
    impossible: notOn('stdio', 'the proxy has no tool for it'),
    provoke: askingAsModel('shutdown', {}),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'table',
    cause: 'A table that exists and is not exposed',
    example: row('MCP not allowed', 'table', 'hidden.secrets'),
    provoke: askingAsModel('get_columns', { table: 'hidden.secrets' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'no table',
    cause: 'A table that does not exist, where nothing is exposed',
    example: row('MCP not allowed', 'table', 'hidden.ghosts'),
    provoke: askingAsModel('get_columns', { table: 'hidden.ghosts' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'column',
    cause: 'A query reads a column that exists and is not exposed',
    example: row('MCP not allowed', 'column'),
    provoke: askingAsModel('validate_query', { sql: 'SELECT password FROM people.staff' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'no column',
    cause: 'A query reads a column that does not exist, of a table that is not wholly exposed',
    example: row('MCP not allowed', 'column'),
    provoke: askingAsModel('validate_query', { sql: 'SELECT nickname FROM people.staff' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'analysis',
    cause: 'A query that is only to be analysed reads a table that is not exposed',
    example: row('MCP not allowed', 'table'),
    provoke: askingAsModel('analyze_query', { sql: 'SELECT amount FROM people.salaries' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'namespace',
    cause: 'A query reads from a namespace of which nothing is exposed',
    example: row('MCP not allowed', 'schema', 'hidden'),
    provoke: askingAsModel('validate_query', { sql: 'SELECT value FROM hidden.secrets' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'file',
    cause: 'The file of a query is outside of the project',
    example: row('MCP not allowed', 'file'),
    provoke: askingAsModel('analyze_query', { file: '../../etc/passwd' }),
  },
];
