import { asking, row, type Provoke } from './provoke.js';

type Case = readonly [
  reason: string,
  variant: string,
  cause: string,
  title: string,
  sql: string,
  target: string,
  name: string,
  told: Readonly<Record<string, unknown>>,
];

const DEEP = 20_000;

/** −32031…−32034: reason, variant, cause, title, query, target, name, and what else `data` has. */
const CASES: readonly Case[] = [
  [
    'INVALID_SQL',
    'syntax',
    'The query is not SQL',
    'Invalid SQL',
    'SELEC 1',
    'statement',
    'SELEC',
    { sqlstate: '42601', position: 1 },
  ],
  [
    'INVALID_SQL',
    'count',
    'A row has more values than columns',
    'Invalid SQL',
    'INSERT INTO users (id) VALUES (1, 2)',
    'table',
    'users',
    { sqlstate: '42601' },
  ],
  [
    'INVALID_SQL',
    'nesting',
    'A query nested deeper than the parser has memory for',
    'Invalid SQL',
    `SELECT ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`,
    'statement',
    '',
    {},
  ],
  [
    'WRONG_TYPE',
    'operator',
    'A number is compared with a text',
    'Wrong type',
    'SELECT 1 FROM users WHERE id = name',
    'operator',
    '=',
    { sqlstate: '42883', position: 30 },
  ],
  [
    'WRONG_TYPE',
    'arguments',
    'A function gets another type than it takes',
    'Wrong type',
    'SELECT lower(id) FROM users',
    'function',
    'lower',
    { sqlstate: '42883', position: 8 },
  ],
  [
    'WRONG_TYPE',
    'condition',
    'The condition of a WHERE is a number',
    'Wrong type',
    'SELECT 1 FROM users WHERE id',
    'column',
    'id',
    { sqlstate: '42804' },
  ],
  [
    'AMBIGUOUS_NAME',
    'column',
    'Two tables of the query have the column',
    'Ambiguous name',
    'SELECT id FROM users, sales.orders',
    'column',
    'id',
    { sqlstate: '42702', position: 8 },
  ],
  [
    'AMBIGUOUS_NAME',
    'alias',
    'Two tables of the query have the same alias',
    'Ambiguous name',
    'SELECT 1 FROM users u, sales.orders u',
    'alias',
    'u',
    { sqlstate: '42712' },
  ],
  [
    'INVALID_LOGIC',
    'grouping',
    'A column is neither grouped nor aggregated',
    'Invalid logic',
    'SELECT name, count(*) FROM users',
    'column',
    'name',
    { sqlstate: '42803', position: 8 },
  ],
  [
    'INVALID_LOGIC',
    'position',
    'ORDER BY names a column of the result that does not exist',
    'Invalid logic',
    'SELECT name FROM users ORDER BY 2',
    'expression',
    '2',
    { sqlstate: '42P10' },
  ],
];

/** −32031…−32034: queries that PostgreSQL refuses. */
export const QUERY_FAILURES: readonly Provoke[] = CASES.map(
  ([reason, variant, cause, title, sql, target, name, told]) => ({
    ...({ reason, variant, cause } as Pick<Provoke, 'reason' | 'variant' | 'cause'>),
    example: row(title, target, name),
    fields: ['details'],
    provoke: asking('validate_query', { sql }, told),
  }),
);
