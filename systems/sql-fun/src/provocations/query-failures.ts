import { causesOf, type Provoke } from './provoke.js';

const DEEP = 20_000;

/** −32030…−32034: params that are missing or wrong, and queries that PostgreSQL refuses. */
export const QUERY_FAILURES: readonly Provoke[] = [
  ...causesOf('MISSING_PARAMETER', 'Missing parameter', {
    missing: {
      cause: 'A query is to be checked, and there is none',
      of: ['parameter', 'params.sql'],
      ask: ['validate_query', {}],
    },
  }),
  // The document has a row for a parameter that is missing; what every other failure of its category says is where.
  ...causesOf('MISSING_PARAMETER', undefined, {
    type: {
      cause: 'The query is a number',
      of: ['parameter', 'params.sql'],
      ask: ['validate_query', { sql: 42 }],
      fields: ['details'],
    },
    unknown: {
      cause: 'A parameter that the method does not have',
      of: ['parameter', 'params.dialect'],
      ask: ['validate_query', { sql: 'SELECT 1', dialect: 'mysql' }],
      fields: ['details'],
    },
    NUL: {
      cause: 'The query has a NUL character in it',
      of: ['parameter', 'params.sql'],
      ask: ['format_sql', { sql: 'SELECT 1\0' }],
      told: { details: /NUL/ },
    },
    'too long': {
      cause: 'A query of 2 MB',
      of: ['parameter', 'params.sql'],
      sql: `SELECT '${'x'.repeat(2 ** 21)}'`,
      fields: ['details'],
    },
  }),
  ...causesOf('INVALID_SQL', 'Invalid SQL', {
    syntax: {
      cause: 'The query is not SQL',
      of: ['statement', 'SELEC'],
      sql: 'SELEC 1',
      told: { details: /./, sqlstate: '42601', position: 1 },
    },
    count: {
      cause: 'A row has more values than columns',
      of: ['table', 'users'],
      sql: 'INSERT INTO users (id) VALUES (1, 2)',
      told: { details: /./, sqlstate: '42601' },
    },
    nesting: {
      cause: 'A query nested deeper than the parser has memory for',
      of: ['statement', ''],
      sql: `SELECT ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`,
      fields: ['details'],
    },
  }),
  ...causesOf('WRONG_TYPE', 'Wrong type', {
    operator: {
      cause: 'A number is compared with a text',
      of: ['operator', '='],
      sql: 'SELECT 1 FROM users WHERE id = name',
      told: { details: /./, sqlstate: '42883', position: 30 },
    },
    arguments: {
      cause: 'A function gets another type than it takes',
      of: ['function', 'lower'],
      sql: 'SELECT lower(id) FROM users',
      told: { details: /./, sqlstate: '42883', position: 8 },
    },
    condition: {
      cause: 'The condition of a WHERE is a number',
      of: ['column', 'id'],
      sql: 'SELECT 1 FROM users WHERE id',
      told: { details: /./, sqlstate: '42804' },
    },
  }),
  ...causesOf('AMBIGUOUS_NAME', 'Ambiguous name', {
    column: {
      cause: 'Two tables of the query have the column',
      of: ['column', 'id'],
      sql: 'SELECT id FROM users, sales.orders',
      told: { details: /./, sqlstate: '42702', position: 8 },
    },
    alias: {
      cause: 'Two tables of the query have the same alias',
      of: ['alias', 'u'],
      sql: 'SELECT 1 FROM users u, sales.orders u',
      told: { details: /./, sqlstate: '42712' },
    },
  }),
  ...causesOf('INVALID_LOGIC', 'Invalid logic', {
    grouping: {
      cause: 'A column is neither grouped nor aggregated',
      of: ['column', 'name'],
      sql: 'SELECT name, count(*) FROM users',
      told: { details: /./, sqlstate: '42803', position: 8 },
    },
    position: {
      cause: 'ORDER BY names a column of the result that does not exist',
      of: ['expression', '2'],
      sql: 'SELECT name FROM users ORDER BY 2',
      told: { details: /./, sqlstate: '42P10' },
    },
  }),
];

/** −32050…−32053: names that nothing has. */
export const NAME_FAILURES: readonly Provoke[] = [
  ...causesOf('NOT_FOUND', 'Not found', {
    view: {
      cause: 'A view that does not exist',
      of: ['view', 'order_total'],
      ask: ['get_columns', { view: 'order_total' }],
      told: { details: /did you mean order_totals/ },
    },
    'table as view': {
      cause: 'What is asked for as a view is a table',
      of: ['view', 'users'],
      ask: ['describe_table', { view: 'users' }],
      fields: ['details'],
    },
    function: {
      cause: 'A query calls a function that does not exist',
      of: ['function'],
      sql: 'SELECT uper(name) FROM users',
      fields: ['details'],
    },
    type: {
      cause: 'A query casts to a type that does not exist',
      of: ['type'],
      sql: 'SELECT 1::intger',
      fields: ['details'],
    },
  }),
  ...causesOf('TABLE_NOT_FOUND', 'Table not found', {
    get_columns: {
      cause: 'The columns of a table that does not exist',
      of: ['table', 'user'],
      ask: ['get_columns', { table: 'user' }],
      told: { details: /did you mean users/ },
    },
    describe_table: {
      cause: 'A table that is in another schema than the one that is named',
      of: ['table', 'public.orders'],
      ask: ['describe_table', { table: 'public.orders' }],
    },
    validate_query: {
      cause: 'A query reads a table that does not exist',
      of: ['table', 'user_s'],
      sql: 'SELECT 1 FROM user_s',
      told: { position: 15 },
    },
  }),
  ...causesOf('COLUMN_NOT_FOUND', 'Column not found', {
    read: {
      cause: 'A query reads a column that its table does not have',
      of: ['column', 'email'],
      sql: 'SELECT email FROM users',
      fields: ['position'],
    },
    alias: {
      cause: 'The same by the alias of the table',
      of: ['column', 'totl'],
      sql: 'SELECT o.totl FROM sales.orders o',
      fields: ['position'],
      told: { details: /did you mean o\.total/ },
    },
    written: {
      cause: 'A row is inserted with a column that the table does not have',
      of: ['column', 'amount'],
      sql: 'INSERT INTO sales.orders (id, user_id, amount) VALUES (1, 2, 3)',
    },
  }),
  ...causesOf('SCHEMA_NOT_FOUND', 'Schema not found', {
    select_schema: {
      cause: 'A schema is selected that the project does not have',
      of: ['schema', 'preview'],
      ask: ['select_schema', { schema: 'preview' }],
    },
    list_objects: {
      cause: 'The objects of a namespace that the dump does not have',
      of: ['schema', 'sale'],
      ask: ['list_objects', { namespace: 'sale' }],
    },
    validate_query: {
      cause: 'A query reads from a namespace that the dump does not have',
      of: ['schema', 'sale'],
      sql: 'SELECT * FROM sale.orders',
    },
  }),
];
