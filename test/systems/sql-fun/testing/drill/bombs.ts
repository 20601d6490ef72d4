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
