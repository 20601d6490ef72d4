import { causesIn, causesOf, type Provoke } from './provoke.js';

const DEEP = 20_000;

/** −32030…−32034: params that are missing or wrong, and queries that PostgreSQL refuses. */
export const QUERY_FAILURES: readonly Provoke[] = [
  // The document has a row for a parameter that is missing; what every other failure of its category says is where.
  ...causesIn(String.raw`
# MISSING_PARAMETER: Missing parameter
missing | A query is to be checked, and there is none | parameter params.sql | validate_query {}
# MISSING_PARAMETER
type | The query is a number | parameter params.sql details | validate_query {"sql":42}
unknown | A parameter that the method does not have | parameter params.dialect details | validate_query {"sql":"SELECT 1","dialect":"mysql"}
NUL | The query has a NUL character in it | parameter params.sql details=NUL | format_sql {"sql":"SELECT 1\u0000"}
`),
  ...causesOf('MISSING_PARAMETER', undefined, {
    'too long': {
      cause: 'A query of 2 MB',
      told: { target: 'parameter', name: 'params.sql', details: /./ },
      sql: `SELECT '${'x'.repeat(2 ** 21)}'`,
    },
  }),
  ...causesIn(`
# INVALID_SQL: Invalid SQL
syntax | The query is not SQL | statement SELEC sqlstate=42601 position=1 details | SELEC 1
count | A row has more values than columns | table users sqlstate=42601 details | INSERT INTO users (id) VALUES (1, 2)
`),
  ...causesOf('INVALID_SQL', 'Invalid SQL', {
    nesting: {
      cause: 'A query nested deeper than the parser has memory for',
      told: { target: 'statement', name: '', details: /./ },
      sql: `SELECT ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`,
    },
  }),
  ...causesIn(`
# WRONG_TYPE: Wrong type
operator | A number is compared with a text | operator = sqlstate=42883 position=30 details | SELECT 1 FROM users WHERE id = name
arguments | A function gets another type than it takes | function lower sqlstate=42883 position=8 details | SELECT lower(id) FROM users
condition | The condition of a WHERE is a number | column id sqlstate=42804 details | SELECT 1 FROM users WHERE id
# AMBIGUOUS_NAME: Ambiguous name
column | Two tables of the query have the column | column id sqlstate=42702 position=8 details | SELECT id FROM users, sales.orders
alias | Two tables of the query have the same alias | alias u sqlstate=42712 details | SELECT 1 FROM users u, sales.orders u
# INVALID_LOGIC: Invalid logic
grouping | A column is neither grouped nor aggregated | column name sqlstate=42803 position=8 details | SELECT name, count(*) FROM users
position | ORDER BY names a column of the result that does not exist | expression 2 sqlstate=42P10 details | SELECT name FROM users ORDER BY 2
`),
];

/** −32050…−32053: names that nothing has. */
export const NAME_FAILURES = causesIn(`
# NOT_FOUND: Not found
view | A view that does not exist | view order_total details=did you mean order_totals | get_columns {"view":"order_total"}
table as view | What is asked for as a view is a table | view users details | describe_table {"view":"users"}
function | A query calls a function that does not exist | function details | SELECT uper(name) FROM users
type | A query casts to a type that does not exist | type details | SELECT 1::intger
# TABLE_NOT_FOUND: Table not found
get_columns | The columns of a table that does not exist | table user details=did you mean users | get_columns {"table":"user"}
describe_table | A table that is in another schema than the one that is named | table public.orders | describe_table {"table":"public.orders"}
validate_query | A query reads a table that does not exist | table user_s position=15 | SELECT 1 FROM user_s
# COLUMN_NOT_FOUND: Column not found
read | A query reads a column that its table does not have | column email position=8 | SELECT email FROM users
alias | The same by the alias of the table | column totl position=8 details=did you mean o\\.total | SELECT o.totl FROM sales.orders o
written | A row is inserted with a column that the table does not have | column amount | INSERT INTO sales.orders (id, user_id, amount) VALUES (1, 2, 3)
# SCHEMA_NOT_FOUND: Schema not found
select_schema | A schema is selected that the project does not have | schema preview | select_schema {"schema":"preview"}
list_objects | The objects of a namespace that the dump does not have | schema sale | list_objects {"namespace":"sale"}
validate_query | A query reads from a namespace that the dump does not have | schema sale | SELECT * FROM sale.orders
`);
