import { causesOf, type Provoke } from './provoke.js';

const DEEP = 20_000;

/** −32030…−32034: params that are missing or wrong, and queries that PostgreSQL refuses. */
export const QUERY_FAILURES: readonly Provoke[] = [
  ...causesOf('MISSING_PARAMETER', 'Missing parameter', {
    missing: {
      cause: 'A query is to be checked, and there is none',
      told: { target: 'parameter', name: 'params.sql' },
      ask: ['validate_query', {}],
    },
  }),
  // The document has a row for a parameter that is missing; what every other failure of its category says is where.
  ...causesOf('MISSING_PARAMETER', undefined, {
    type: {
      cause: 'The query is a number',
      told: { target: 'parameter', name: 'params.sql', details: /./ },
      ask: ['validate_query', { sql: 42 }],
    },
    unknown: {
      cause: 'A parameter that the method does not have',
      told: { target: 'parameter', name: 'params.dialect', details: /./ },
      ask: ['validate_query', { sql: 'SELECT 1', dialect: 'mysql' }],
    },
    NUL: {
      cause: 'The query has a NUL character in it',
      told: { target: 'parameter', name: 'params.sql', details: /NUL/ },
      ask: ['format_sql', { sql: 'SELECT 1\0' }],
    },
    'too long': {
      cause: 'A query of 2 MB',
      told: { target: 'parameter', name: 'params.sql', details: /./ },
      sql: `SELECT '${'x'.repeat(2 ** 21)}'`,
    },
  }),
  ...causesOf('INVALID_SQL', 'Invalid SQL', {
    syntax: {
      cause: 'The query is not SQL',
      told: { target: 'statement', name: 'SELEC', details: /./, sqlstate: '42601', position: 1 },
      sql: 'SELEC 1',
    },
    count: {
      cause: 'A row has more values than columns',
      told: { target: 'table', name: 'users', details: /./, sqlstate: '42601' },
      sql: 'INSERT INTO users (id) VALUES (1, 2)',
    },
    nesting: {
      cause: 'A query nested deeper than the parser has memory for',
      told: { target: 'statement', name: '', details: /./ },
      sql: `SELECT ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`,
    },
  }),
  ...causesOf('WRONG_TYPE', 'Wrong type', {
    operator: {
      cause: 'A number is compared with a text',
      told: { target: 'operator', name: '=', details: /./, sqlstate: '42883', position: 30 },
      sql: 'SELECT 1 FROM users WHERE id = name',
    },
    arguments: {
      cause: 'A function gets another type than it takes',
      told: { target: 'function', name: 'lower', details: /./, sqlstate: '42883', position: 8 },
      sql: 'SELECT lower(id) FROM users',
    },
    condition: {
      cause: 'The condition of a WHERE is a number',
      told: { target: 'column', name: 'id', details: /./, sqlstate: '42804' },
      sql: 'SELECT 1 FROM users WHERE id',
    },
  }),
  ...causesOf('AMBIGUOUS_NAME', 'Ambiguous name', {
    column: {
      cause: 'Two tables of the query have the column',
      told: { target: 'column', name: 'id', details: /./, sqlstate: '42702', position: 8 },
      sql: 'SELECT id FROM users, sales.orders',
    },
    alias: {
      cause: 'Two tables of the query have the same alias',
      told: { target: 'alias', name: 'u', details: /./, sqlstate: '42712' },
      sql: 'SELECT 1 FROM users u, sales.orders u',
    },
  }),
  ...causesOf('INVALID_LOGIC', 'Invalid logic', {
    grouping: {
      cause: 'A column is neither grouped nor aggregated',
      told: { target: 'column', name: 'name', details: /./, sqlstate: '42803', position: 8 },
      sql: 'SELECT name, count(*) FROM users',
    },
    position: {
      cause: 'ORDER BY names a column of the result that does not exist',
      told: { target: 'expression', name: '2', details: /./, sqlstate: '42P10' },
      sql: 'SELECT name FROM users ORDER BY 2',
    },
  }),
];

/** −32050…−32053: names that nothing has. */
export const NAME_FAILURES: readonly Provoke[] = [
  ...causesOf('NOT_FOUND', 'Not found', {
    view: {
      cause: 'A view that does not exist',
      told: { target: 'view', name: 'order_total', details: /did you mean order_totals/ },
      ask: ['get_columns', { view: 'order_total' }],
    },
    'table as view': {
      cause: 'What is asked for as a view is a table',
      told: { target: 'view', name: 'users', details: /./ },
      ask: ['describe_table', { view: 'users' }],
    },
    function: {
      cause: 'A query calls a function that does not exist',
      told: { target: 'function', details: /./ },
      sql: 'SELECT uper(name) FROM users',
    },
    type: {
      cause: 'A query casts to a type that does not exist',
      told: { target: 'type', details: /./ },
      sql: 'SELECT 1::intger',
    },
  }),
  ...causesOf('TABLE_NOT_FOUND', 'Table not found', {
    get_columns: {
      cause: 'The columns of a table that does not exist',
      told: { target: 'table', name: 'user', details: /did you mean users/ },
      ask: ['get_columns', { table: 'user' }],
    },
    describe_table: {
      cause: 'A table that is in another schema than the one that is named',
      told: { target: 'table', name: 'public.orders' },
      ask: ['describe_table', { table: 'public.orders' }],
    },
    validate_query: {
      cause: 'A query reads a table that does not exist',
      told: { target: 'table', name: 'user_s', position: 15 },
      sql: 'SELECT 1 FROM user_s',
    },
  }),
  ...causesOf('COLUMN_NOT_FOUND', 'Column not found', {
    read: {
      cause: 'A query reads a column that its table does not have',
      told: { target: 'column', name: 'email', position: 8 },
      sql: 'SELECT email FROM users',
    },
    alias: {
      cause: 'The same by the alias of the table',
      told: { target: 'column', name: 'totl', position: 8, details: /did you mean o\.total/ },
      sql: 'SELECT o.totl FROM sales.orders o',
    },
    written: {
      cause: 'A row is inserted with a column that the table does not have',
      told: { target: 'column', name: 'amount' },
      sql: 'INSERT INTO sales.orders (id, user_id, amount) VALUES (1, 2, 3)',
    },
  }),
  ...causesOf('SCHEMA_NOT_FOUND', 'Schema not found', {
    select_schema: {
      cause: 'A schema is selected that the project does not have',
      told: { target: 'schema', name: 'preview' },
      ask: ['select_schema', { schema: 'preview' }],
    },
    list_objects: {
      cause: 'The objects of a namespace that the dump does not have',
      told: { target: 'schema', name: 'sale' },
      ask: ['list_objects', { namespace: 'sale' }],
    },
    validate_query: {
      cause: 'A query reads from a namespace that the dump does not have',
      told: { target: 'schema', name: 'sale' },
      sql: 'SELECT * FROM sale.orders',
    },
  }),
];
