import { assertWorked } from '@errata/prove';
import { causesIn, notOn, type Provoke } from './provoke.js';

const DEEP = 20_000;

const NEEDS_TOKEN = notOn('stdio', 'a proxy that is refused says SERVER_NOT_REACHABLE');

/** A schema that worked, after its file is rewritten, or removed. */
const listAfter =
  (schema: string, file: string, text?: string): Provoke =>
  async ({ main, withFile }) => {
    const ask = () => main.ask('list_objects', { schema });
    assertWorked(await ask(), 'the first list');
    return withFile(file, text, ask);
  };

/** Files (−32020, −32021), params and queries (−32030…−32034), policy (−32040), names (−32050…−32053). The document has no row for sections without a title. */
export const QUERY_FAILURES = causesIn(
  String.raw`
# SCHEMA_IO_FAILURE: Schema file I/O failure
missing | The config names a missing dump | schema_file error_type=ENOENT | select_schema {"schema":"gone"}
directory | A directory is in the place of the dump | schema_file error_type=EISDIR | validate_schema {"schema":"folder"}
query file | The file of a query is missing | query_file error_type=ENOENT | analyze_query {"file":"queries/report.sql"}
removed | A dump that worked is removed while the server runs | schema_file error_type=ENOENT
permission | The server runs as a user who may not read the dump, mode 0000 | schema_file error_type=EACCES
config | sql-fun.toml becomes invalid TOML while the server runs | config_file
# INVALID_SCHEMA_SQL: Invalid SQL in schema file
syntax | The second statement of a dump is CREATE TABL | schema_file line=2 | validate_schema {"schema":"misspelt"}
encoding | A dump in Latin-1, which is not valid UTF-8 | schema_file line=1 | select_schema {"schema":"latin"}
NUL | A dump with a NUL character, where a C parser would stop | schema_file | list_objects {"schema":"nul"}
edited | An edit breaks a dump while the server runs | schema_file line=1
# MISSING_PARAMETER: Missing parameter
missing | The query is missing | parameter params.sql | validate_query {}
# MISSING_PARAMETER
type | The query is a number | parameter params.sql details | validate_query {"sql":42}
unknown | A parameter that the method does not have | parameter params.dialect details | validate_query {"sql":"SELECT 1","dialect":"mysql"}
NUL | The query has a NUL character in it | parameter params.sql details=NUL | format_sql {"sql":"SELECT 1\u0000"}
too long | A query of 2 MB | parameter params.sql details
# INVALID_SQL: Invalid SQL
syntax | The query is not SQL | statement SELEC sqlstate=42601 position=1 details | SELEC 1
count | A row has more values than columns | table users sqlstate=42601 details | INSERT INTO users (id) VALUES (1, 2)
nesting | A query nested too deeply for the parser | statement name= details
# WRONG_TYPE: Wrong type
operator | A number is compared with a text | operator = sqlstate=42883 position=30 details | SELECT 1 FROM users WHERE id = name
arguments | A function gets an argument of the wrong type | function lower sqlstate=42883 position=8 details | SELECT lower(id) FROM users
condition | The condition of a WHERE is a number | column id sqlstate=42804 details | SELECT 1 FROM users WHERE id
# AMBIGUOUS_NAME: Ambiguous name
column | Two tables of the query have the column | column id sqlstate=42702 position=8 details | SELECT id FROM users, sales.orders
alias | Two tables of the query have the same alias | alias u sqlstate=42712 details | SELECT 1 FROM users u, sales.orders u
# INVALID_LOGIC: Invalid logic
grouping | A column is neither grouped nor aggregated | column name sqlstate=42803 position=8 details | SELECT name, count(*) FROM users
position | ORDER BY names a column of the result that does not exist | expression 2 sqlstate=42P10 details | SELECT name FROM users ORDER BY 2
# MCP_NOT_ALLOWED: MCP not allowed
context | A model calls, and --allow-context mcp is missing | context mcp
server | The proxy has --allow-context mcp, the running server does not | context mcp details=that is running
# MCP_NOT_ALLOWED
token | A client sends hello with a wrong token | token hello
hello | The first request of a client is not hello | token hello
# MCP_NOT_ALLOWED: MCP not allowed
shutdown | A model wants to end the server | method
table | A table that exists and is not exposed | table hidden.secrets | get_columns {"table":"hidden.secrets"} as mcp
no table | A table that does not exist, where nothing is exposed | table hidden.ghosts | get_columns {"table":"hidden.ghosts"} as mcp
column | A query reads a column that exists and is not exposed | column | validate_query {"sql":"SELECT password FROM people.staff"} as mcp
no column | A query reads a column that does not exist, of a table that is not wholly exposed | column | validate_query {"sql":"SELECT nickname FROM people.staff"} as mcp
analysis | An analysed query reads a table that is not exposed | table | analyze_query {"sql":"SELECT amount FROM people.salaries"} as mcp
namespace | A query reads from a namespace of which nothing is exposed | schema hidden | validate_query {"sql":"SELECT value FROM hidden.secrets"} as mcp
file | The file of a query is outside of the project | file | analyze_query {"file":"../../etc/passwd"} as mcp
# NOT_FOUND: Not found
view | A view that does not exist | view order_total details=did you mean order_totals | get_columns {"view":"order_total"}
table as view | The name of a table is passed as a view | view users details | describe_table {"view":"users"}
function | A query calls a function that does not exist | function details | SELECT uper(name) FROM users
type | A query casts to a type that does not exist | type details | SELECT 1::intger
# TABLE_NOT_FOUND: Table not found
get_columns | The columns of a table that does not exist | table user details=did you mean users | get_columns {"table":"user"}
describe_table | A table that is in another schema than the one that is named | table public.orders | describe_table {"table":"public.orders"}
validate_query | A query reads a table that does not exist | table user_s position=15 | SELECT 1 FROM user_s
# COLUMN_NOT_FOUND: Column not found
read | A query reads a column that its table does not have | column email position=8 | SELECT email FROM users
alias | The same by the alias of the table | column totl position=8 details=did you mean o\.total | SELECT o.totl FROM sales.orders o
written | A row is inserted with a column that the table does not have | column amount | INSERT INTO sales.orders (id, user_id, amount) VALUES (1, 2, 3)
# SCHEMA_NOT_FOUND: Schema not found
select_schema | A schema is selected that the project does not have | schema preview | select_schema {"schema":"preview"}
list_objects | The objects of a namespace that the dump does not have | schema sale | list_objects {"namespace":"sale"}
validate_query | A query reads from a namespace that the dump does not have | schema sale | SELECT * FROM sale.orders
`,
  {
    removed: listAfter('removed', 'dumps/removed.sql'),
    permission: async (world) =>
      (await world.unprivileged()).ask('validate_query', { sql: 'SELECT 1' }),
    config: ({ main, withFile }) =>
      withFile('sql-fun.toml', 'default = develop\n', () => main.ask('list_schemas', {})),
    edited: listAfter('edited', 'schema.edited.sql', 'CREATE TABLE a (id integer;\n'),
    'too long': ({ main }) =>
      main.ask('validate_query', { sql: `SELECT '${'x'.repeat(2 ** 21)}'` }),
    nesting: ({ main }) =>
      main.ask('validate_query', { sql: `SELECT ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}` }),
    context: async ({ closed }, { transport }) =>
      transport === 'stdio'
        ? closed.ask('list_schemas', {})
        : closed.hello(await closed.connectPort(), 'mcp'),
    server: {
      impossible: notOn('tcp', 'there is no proxy that could have been told something else'),
      async provoke({ disagreeing }) {
        await disagreeing.startDaemon();
        return disagreeing.ask('list_schemas', {});
      },
    },
    token: {
      impossible: NEEDS_TOKEN,
      provoke: async ({ main }) => main.hello(await main.connectPort(), 'cli', 'f'.repeat(40)),
    },
    hello: {
      impossible: NEEDS_TOKEN,
      provoke: async ({ main }) => (await main.connectPort()).request('list_schemas', {}),
    },
    shutdown: {
      impossible: notOn('stdio', 'the proxy has no tool for it'),
      provoke: ({ main }) => main.ask('shutdown', {}, 'mcp'),
    },
  },
);
