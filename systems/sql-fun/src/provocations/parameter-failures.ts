import { asking, row, type Provoke } from './provoke.js';

/** The document has a row for a parameter that is missing; what every other failure of its category says is where. */
const SQL = { data: { target: 'parameter', name: 'params.sql' } } as const;

/** −32030: params that are missing or wrong. */
export const PARAMETER_FAILURES: readonly Provoke[] = [
  {
    reason: 'MISSING_PARAMETER',
    variant: 'missing',
    cause: 'A query is to be checked, and there is none',
    example: row('Missing parameter', 'parameter', 'params.sql'),
    provoke: asking('validate_query', {}),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'type',
    cause: 'The query is a number',
    example: SQL,
    fields: ['details'],
    provoke: asking('validate_query', { sql: 42 }),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'unknown',
    cause: 'A parameter that the method does not have',
    example: { data: { target: 'parameter', name: 'params.dialect' } },
    fields: ['details'],
    provoke: asking('validate_query', { sql: 'SELECT 1', dialect: 'mysql' }),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'NUL',
    cause: 'The query has a NUL character in it',
    example: SQL,
    fields: ['details'],
    provoke: asking('format_sql', { sql: 'SELECT 1\0' }, { details: /NUL/ }),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'too long',
    cause: 'A query of 2 MB',
    example: SQL,
    fields: ['details'],
    provoke: asking('validate_query', { sql: `SELECT '${'x'.repeat(2 ** 21)}'` }),
  },
];
