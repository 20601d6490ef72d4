import { assertTells } from './assert-tells.js';
import { askingAsModel, notOn, type Provoke } from './provoke.js';

const NO_TOKEN = notOn('stdio', 'a proxy that is refused says SERVER_NOT_REACHABLE');

/** −32040: who may not ask, and what may not be seen. */
export const POLICY_FAILURES: readonly Provoke[] = [
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'context',
    cause: 'A model asks, and --allow-context mcp was not given',
    async provoke({ closed }, { transport }) {
      const told = { target: 'context', name: 'mcp' };
      if (transport === 'stdio') return assertTells(await closed.ask('list_schemas', {}), told);
      return assertTells(await closed.hello(await closed.connectPort(), 'mcp'), told);
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'server',
    cause: 'The proxy was given --allow-context mcp, the server that is running was not',
    fields: ['details'],
    impossible: notOn('tcp', 'there is no proxy that could have been told something else'),
    async provoke({ disagreeing }) {
      await disagreeing.startDaemon();
      const answer = await disagreeing.ask('list_schemas', {});
      return assertTells(answer, { target: 'context', details: /that is running/ });
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'token',
    cause: 'A client says hello with another token than that of the PID file',
    impossible: NO_TOKEN,
    async provoke({ main }) {
      const wire = await main.connectPort();
      const answer = await main.hello(wire, 'cli', 'f'.repeat(40));
      return assertTells(answer, { target: 'token' });
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'hello',
    cause: 'The first request of a client is not hello',
    impossible: NO_TOKEN,
    async provoke({ main }) {
      const wire = await main.connectPort();
      return assertTells(await wire.request('list_schemas', {}), { target: 'token' });
    },
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'shutdown',
    cause: 'A model wants to end the server',
    impossible: notOn('stdio', 'the proxy has no tool for it'),
    provoke: askingAsModel('shutdown', {}, { target: 'method' }),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'table',
    cause: 'A table that exists and is not exposed',
    provoke: askingAsModel(
      'get_columns',
      { table: 'hidden.secrets' },
      { target: 'table', name: 'hidden.secrets' },
    ),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'no table',
    cause: 'A table that does not exist, where nothing is exposed',
    provoke: askingAsModel(
      'get_columns',
      { table: 'hidden.ghosts' },
      { target: 'table', name: 'hidden.ghosts' },
    ),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'column',
    cause: 'A query reads a column that exists and is not exposed',
    provoke: askingAsModel(
      'validate_query',
      { sql: 'SELECT password FROM people.staff' },
      { target: 'column' },
    ),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'no column',
    cause: 'A query reads a column that does not exist, of a table that is not wholly exposed',
    provoke: askingAsModel(
      'validate_query',
      { sql: 'SELECT nickname FROM people.staff' },
      { target: 'column' },
    ),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'analysis',
    cause: 'A query that is only to be analysed reads a table that is not exposed',
    provoke: askingAsModel(
      'analyze_query',
      { sql: 'SELECT amount FROM people.salaries' },
      { target: 'table' },
    ),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'namespace',
    cause: 'A query reads from a namespace of which nothing is exposed',
    provoke: askingAsModel(
      'validate_query',
      { sql: 'SELECT value FROM hidden.secrets' },
      { target: 'schema', name: 'hidden' },
    ),
  },
  {
    reason: 'MCP_NOT_ALLOWED',
    variant: 'file',
    cause: 'The file of a query is outside of the project',
    provoke: askingAsModel('analyze_query', { file: '../../etc/passwd' }, { target: 'file' }),
  },
];
