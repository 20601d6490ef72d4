import { isFault } from '@errata/core';
import type { DaemonClient } from '@errata/sql-fun';
import type { Reply } from './client.js';

/** What comes of a text; what the stack or the heap of the process cannot hold may end it before PostgreSQL says so. */
type Outcome = 'fine' | 'too deep' | 'worker SIGABRT' | 'too long';

export interface Bomb {
  readonly name: string;
  readonly sql: string;
  readonly outcomes: readonly Outcome[];
}

const times = (text: string, count: number) => text.repeat(count);
const nested = (open: string, core: string, close: string, depth: number) =>
  times(open, depth) + core + times(close, depth);
const numbered = (count: number, each: (n: number) => string, separator = ', ') =>
  Array.from({ length: count }, (_, n) => each(n)).join(separator);

const FINE: readonly Outcome[] = ['fine'];
const DEEP: readonly Outcome[] = ['too deep'];
const DEEPER: readonly Outcome[] = ['too deep', 'worker SIGABRT'];

/** Texts that are made to be too much for whoever reads them, over the tables of the shop. */
export const BOMBS: readonly Bomb[] = [
  ['ten megabytes', `SELECT ${times("'xxxxxxxx',", 1_000_000)}1`, ['too long'] as const],
  ['200,000 parentheses', `SELECT ${nested('(', '1', ')', 200_000)}`, DEEP],
  ['100,000 parentheses before a SELECT', `${times('(', 100_000)}SELECT 1`, DEEP],
  ['5,000 parentheses', `SELECT ${nested('(', '1', ')', 5000)}`, FINE],
  ['50,000 additions', `SELECT 1${times('+1', 50_000)}`, DEEPER],
  ['2,000 additions', `SELECT 1${times('+1', 2000)}`, ['fine', 'too deep'] as const],
  ['20,000 subselects', nested('SELECT * FROM (', 'SELECT 1', ') s', 20_000), DEEP],
  [
    '1,000 subselects',
    nested('SELECT * FROM (', 'SELECT 1', ') s', 1000),
    ['fine', 'too deep'] as const,
  ],
  ['3,000 scalar subselects', nested('SELECT (', 'SELECT 1', ')', 3000), DEEPER],
  ['20,000 unions', `SELECT 1${times(' UNION SELECT 1', 20_000)}`, DEEPER],
  [
    '5,000 CTEs, each of the one before',
    `WITH ${numbered(5000, (n) => `c${n} AS (SELECT * FROM ${n === 0 ? 'users' : `c${n - 1}`})`)} SELECT * FROM c4999`,
    FINE,
  ],
  ['an IN list of 100,000', `SELECT 1 FROM users WHERE id IN (${times('1, ', 99_999)}1)`, FINE],
  ['20,000 conditions', `SELECT 1 FROM users WHERE ${times('id = 1 AND ', 19_999)}id = 2`, FINE],
  [
    'conditions in conditions',
    `SELECT 1 FROM users WHERE ${nested('id = 1 AND (id = 2 OR ', 'true', ')', 5000)}`,
    DEEP,
  ],
  ['a tower of CASE', `SELECT ${nested('CASE WHEN true THEN ', '1', ' END', 20_000)}`, DEEP],
  ['a broad CASE', `SELECT CASE ${times('WHEN id = 1 THEN 2 ', 10_000)}END FROM users`, FINE],
  ['arrays in arrays', `SELECT ${nested('ARRAY[', '1', ']', 20_000)}`, DEEP],
  ['calls in calls', `SELECT ${nested('abs(', '1', ')', 10_000)}`, DEEP],
  ['50,000 casts', `SELECT 1${times('::int', 50_000)}`, DEEPER],
  [
    '2,000 joins',
    `SELECT 1 FROM users u ${numbered(2000, (n) => `JOIN users u${n} ON u${n}.id = u.id`, ' ')}`,
    DEEP,
  ],
  ['10,000 rows', `INSERT INTO users (id) VALUES ${times('(1), ', 9999)}(2)`, FINE],
].map(([name, sql, outcomes]) => ({ name, sql, outcomes }) as Bomb);

/** It takes the lexer of PostgreSQL itself minutes to find that this does not end. */
export const ENDLESS = times('/*', 300_000);

/** An index has a constant part, which PostgreSQL calculates: one takes seconds, all of them minutes. */
export const ENDLESS_DUMP = `CREATE TABLE public.users (id numeric);
${Array.from({ length: 60 }, (_, n) => `CREATE INDEX ON public.users ((id + factorial(${32_000 - n})));`).join('\n')}
`;

/** Statements that would write to a folder, or have somebody else do it, if they were executed. */
export const writingTo = (folder: string): readonly string[] => [
  `COPY public.users TO '${folder}/copied'`,
  `COPY public.users TO PROGRAM 'touch ${folder}/program'`,
  `COPY (SELECT 1) TO '${folder}/query'`,
  `SELECT lo_export(lo_from_bytea(0, 'x'), '${folder}/exported')`,
  `SELECT pg_catalog.pg_file_write('${folder}/written', 'x', false)`,
  `DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO ''${folder}/done'''; END $$`,
  `CREATE TABLESPACE t LOCATION '${folder}'`,
  `CREATE DATABASE other`,
  `ALTER SYSTEM SET log_directory = '${folder}'`,
  `SET log_directory = '${folder}'`,
  `CREATE TABLE public.made AS SELECT lo_export(1, '${folder}/made')`,
  `CREATE EXTENSION file_fdw`,
  `CREATE SERVER files FOREIGN DATA WRAPPER file_fdw`,
  `CREATE FOREIGN TABLE public.run (a text) SERVER files OPTIONS (program 'touch ${folder}/run')`,
  `CREATE MATERIALIZED VIEW public.ran AS SELECT * FROM public.run`,
  `REFRESH MATERIALIZED VIEW public.ran`,
  `SELECT * FROM public.run`,
];

/** A dump whose index would need a gigabyte. */
export const LARGE_DUMP = `CREATE TABLE public.users (id integer NOT NULL, email text);
CREATE INDEX ON public.users ((email || repeat('x', 900000000)));
CREATE INDEX ON public.users (length(email || repeat('x', 200000000) || repeat('y', 200000000)));
`;

/** A query, and further down what is right to say of it. */
export const QUESTION = {
  sql: 'SELECT u.email, o.total FROM users u JOIN orders o ON o.user_id = u.id',
};

/** What came of the question in a word: `right`, or the number of the failure with what it is about. */
export function outcomeOf({ result, error }: Pick<Reply, 'result' | 'error'>): string {
  if (error === undefined) return isRight(result) ? 'right' : `wrong: ${JSON.stringify(result)}`;
  const { target, name } = error.data ?? {};
  return `${error.code} ${String(target)} ${String(name)}`;
}

/** Ask through the library that the proxies use. */
export async function ask(client: DaemonClient): Promise<string> {
  try {
    const result = await client.request('analyze_query', QUESTION);
    return outcomeOf({ result: result as Record<string, unknown> });
  } catch (thrown) {
    if (!isFault(thrown)) return `wrong: ${String(thrown)}`;
    const { target, name } = thrown.context as { readonly target: string; readonly name: string };
    return `${thrown.code} ${target} ${name}`;
  }
}

/** The words, without what is said otherwise each time. */
export function kindsOf(outcomes: readonly string[]): readonly string[] {
  const kinds = outcomes.map((word) => word.replace(/ \S*[/:]\S+$/, ''));
  return [...new Set(kinds)].sort();
}

function isRight(result: unknown): boolean {
  const { valid, statements } = result as {
    readonly valid: boolean;
    readonly statements: readonly { columns: readonly { name: string; type: string }[] }[];
  };
  const columns = statements[0]?.columns.map(({ name, type }) => `${name} ${type}`).join();
  return valid && columns === 'email text,total numeric(10,2)';
}
