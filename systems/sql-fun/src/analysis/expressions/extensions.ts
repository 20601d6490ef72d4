import type { Session } from '../model.js';

/**
 * Extensions of which we know which operators they add for PostgreSQL's own types. What the others add is not known, so that
 * an operator that is missing is not called wrong.
 */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  btree_gin: [],
  citext: [],
  dblink: [],
  fuzzystrmatch: [],
  pg_stat_statements: [],
  pgcrypto: [],
  plpgsql: [],
  postgres_fdw: [],
  tablefunc: [],
  unaccent: [],
  'uuid-ossp': [],
  btree_gist: ['<->'],
  pg_trgm: ['%', '<%', '%>', '<<%', '%>>', '<->', '<<->', '<->>', '<<<->', '<->>>'],
};

/** Whether an extension may have brought a function or type that the dump does not define. */
export function extensionMayHaveNames({ schema }: Session): boolean {
  return schema.extensions.some((name) => name !== 'plpgsql');
}

/** Whether an extension may have brought an operator. */
export function extensionMayHaveOperator(operator: string, { schema }: Session): boolean {
  return schema.extensions.some((name) =>
    Object.hasOwn(OPERATORS, name) ? OPERATORS[name]?.includes(operator) : true,
  );
}
