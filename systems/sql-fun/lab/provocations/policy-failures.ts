import { causesIn, causesOf, notOn, type Provoke } from './provoke.js';

const NO_TOKEN = notOn('stdio', 'a proxy that is refused says SERVER_NOT_REACHABLE');

/** −32040: who may not ask, and what may not be seen. */
export const POLICY_FAILURES: readonly Provoke[] = [
  ...causesOf('MCP_NOT_ALLOWED', 'MCP not allowed', {
    context: {
      cause: 'A model asks, and --allow-context mcp was not given',
      told: { target: 'context', name: 'mcp' },
      provoke: async ({ closed }, { transport }) =>
        transport === 'stdio'
          ? closed.ask('list_schemas', {})
          : closed.hello(await closed.connectPort(), 'mcp'),
    },
    server: {
      cause: 'The proxy was given --allow-context mcp, the server that is running was not',
      told: { target: 'context', name: 'mcp', details: /that is running/ },
      impossible: notOn('tcp', 'there is no proxy that could have been told something else'),
      async provoke({ disagreeing }) {
        await disagreeing.startDaemon();
        return disagreeing.ask('list_schemas', {});
      },
    },
  }),
  // The document has a row for models alone, and context for every failure of the category: no client may ask without the token.
  ...causesOf('MCP_NOT_ALLOWED', undefined, {
    token: {
      cause: 'A client says hello with another token than that of the PID file',
      told: { target: 'token', name: 'hello' },
      impossible: NO_TOKEN,
      provoke: async ({ main }) => main.hello(await main.connectPort(), 'cli', 'f'.repeat(40)),
    },
    hello: {
      cause: 'The first request of a client is not hello',
      told: { target: 'token', name: 'hello' },
      impossible: NO_TOKEN,
      provoke: async ({ main }) => (await main.connectPort()).request('list_schemas', {}),
    },
  }),
  ...causesOf('MCP_NOT_ALLOWED', 'MCP not allowed', {
    shutdown: {
      cause: 'A model wants to end the server',
      told: { target: 'method' },
      ask: ['shutdown', {}, 'mcp'],
      impossible: notOn('stdio', 'the proxy has no tool for it'),
    },
  }),
  ...causesIn(`
# MCP_NOT_ALLOWED: MCP not allowed
table | A table that exists and is not exposed | table hidden.secrets | get_columns {"table":"hidden.secrets"} as mcp
no table | A table that does not exist, where nothing is exposed | table hidden.ghosts | get_columns {"table":"hidden.ghosts"} as mcp
column | A query reads a column that exists and is not exposed | column | validate_query {"sql":"SELECT password FROM people.staff"} as mcp
no column | A query reads a column that does not exist, of a table that is not wholly exposed | column | validate_query {"sql":"SELECT nickname FROM people.staff"} as mcp
analysis | A query that is only to be analysed reads a table that is not exposed | table | analyze_query {"sql":"SELECT amount FROM people.salaries"} as mcp
namespace | A query reads from a namespace of which nothing is exposed | schema hidden | validate_query {"sql":"SELECT value FROM hidden.secrets"} as mcp
file | The file of a query is outside of the project | file | analyze_query {"file":"../../etc/passwd"} as mcp
`),
];
