import { asking, type Provoke } from './provoke.js';

/** −32050…−32053: names that nothing has. */
export const NAME_FAILURES: readonly Provoke[] = [
  {
    reason: 'NOT_FOUND',
    variant: 'view',
    cause: 'A view that does not exist',
    fields: ['details'],
    provoke: asking(
      'get_columns',
      { view: 'order_total' },
      { target: 'view', name: 'order_total', details: /did you mean order_totals/ },
    ),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'table as view',
    cause: 'What is asked for as a view is a table',
    fields: ['details'],
    provoke: asking('describe_table', { view: 'users' }, { target: 'view', name: 'users' }),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'function',
    cause: 'A query calls a function that does not exist',
    fields: ['details'],
    provoke: asking(
      'validate_query',
      { sql: 'SELECT uper(name) FROM users' },
      { target: 'function' },
    ),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'type',
    cause: 'A query casts to a type that does not exist',
    fields: ['details'],
    provoke: asking('validate_query', { sql: 'SELECT 1::intger' }, { target: 'type' }),
  },
  {
    reason: 'TABLE_NOT_FOUND',
    variant: 'get_columns',
    cause: 'The columns of a table that does not exist',
    provoke: asking(
      'get_columns',
      { table: 'user' },
      { name: 'user', details: /did you mean users/ },
    ),
  },
  {
    reason: 'TABLE_NOT_FOUND',
    variant: 'describe_table',
    cause: 'A table that is in another schema than the one that is named',
    provoke: asking('describe_table', { table: 'public.orders' }, { name: 'public.orders' }),
  },
  {
    reason: 'TABLE_NOT_FOUND',
    variant: 'validate_query',
    cause: 'A query reads a table that does not exist',
    fields: ['position'],
    provoke: asking('validate_query', { sql: 'SELECT 1 FROM user_s' }, { position: 15 }),
  },
  {
    reason: 'COLUMN_NOT_FOUND',
    variant: 'read',
    cause: 'A query reads a column that its table does not have',
    fields: ['position'],
    provoke: asking('validate_query', { sql: 'SELECT email FROM sales.orders' }, { name: 'email' }),
  },
  {
    reason: 'COLUMN_NOT_FOUND',
    variant: 'alias',
    cause: 'The same by the alias of the table',
    fields: ['position', 'details'],
    provoke: asking(
      'validate_query',
      { sql: 'SELECT o.totl FROM sales.orders o' },
      { name: 'totl', details: /did you mean o\.total/ },
    ),
  },
  {
    reason: 'COLUMN_NOT_FOUND',
    variant: 'written',
    cause: 'A row is inserted with a column that the table does not have',
    provoke: asking(
      'validate_query',
      { sql: 'INSERT INTO sales.orders (id, user_id, amount) VALUES (1, 2, 3)' },
      { name: 'amount' },
    ),
  },
  {
    reason: 'SCHEMA_NOT_FOUND',
    variant: 'select_schema',
    cause: 'A schema is selected that the project does not have',
    provoke: asking('select_schema', { schema: 'preview' }, { name: 'preview' }),
  },
  {
    reason: 'SCHEMA_NOT_FOUND',
    variant: 'list_objects',
    cause: 'The objects of a namespace that the dump does not have',
    provoke: asking('list_objects', { namespace: 'sale' }, { name: 'sale' }),
  },
  {
    reason: 'SCHEMA_NOT_FOUND',
    variant: 'validate_query',
    cause: 'A query reads from a namespace that the dump does not have',
    provoke: asking('validate_query', { sql: 'SELECT * FROM sale.orders' }, { name: 'sale' }),
  },
];
