import { asking, type Provoke } from './provoke.js';

const SQL = { target: 'parameter', name: 'params.sql' } as const;

/** −32030: params that are missing, wrong, or a query that makes no sense. */
export const PARAMETER_FAILURES: readonly Provoke[] = [
  {
    reason: 'MISSING_PARAMETER',
    variant: 'missing',
    cause: 'A query is to be checked, and there is none',
    provoke: asking('validate_query', {}, SQL),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'type',
    cause: 'The query is a number',
    fields: ['details'],
    provoke: asking('validate_query', { sql: 42 }, SQL),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'unknown',
    cause: 'A parameter that the method does not have',
    fields: ['details'],
    provoke: asking(
      'validate_query',
      { sql: 'SELECT 1', dialect: 'mysql' },
      { name: 'params.dialect' },
    ),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'syntax',
    cause: 'The query is no SQL',
    fields: ['details'],
    provoke: asking('validate_query', { sql: 'SELEC 1' }, { ...SQL, details: /Syntax error/ }),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'ambiguous',
    cause: 'Two tables of the query have the column',
    fields: ['details'],
    provoke: asking('validate_query', { sql: 'SELECT id FROM users, sales.orders' }, SQL),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'NUL',
    cause: 'The query has a NUL character in it',
    fields: ['details'],
    provoke: asking('format_sql', { sql: 'SELECT 1\0' }, { ...SQL, details: /NUL/ }),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'too long',
    cause: 'A query of 2 MB',
    fields: ['details'],
    provoke: asking('validate_query', { sql: `SELECT '${'x'.repeat(2 ** 21)}'` }, SQL),
  },
  {
    reason: 'MISSING_PARAMETER',
    variant: 'nesting',
    cause: 'A query nested deeper than the parser has memory for',
    fields: ['details'],
    provoke: asking(
      'validate_query',
      { sql: `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}` },
      SQL,
    ),
  },
];
