import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Postgres } from '../engine/index.js';
import { findProblems } from './find-problems.js';
import { openShop } from './testing/open-shop.js';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await openShop();
});
afterAll(() => postgres.close());

const names = { hasSchema: () => true, hasFunction: () => true };

/** Right expressions, by what they may stand in for. */
const NUMBERS = [
  'u.id',
  'o.total',
  'o.user_id + 1',
  'coalesce(o.total, 0)',
  'length(u.name)',
  '$1::int',
];
const TEXTS = ['u.name', 'u.email', "'x'", 'lower(u.name)', "u.name || '!'", 'o.at::text'];
const CONDITIONS = [
  'u.id = o.user_id',
  'o.at IS NOT NULL',
  "u.name LIKE 'a%'",
  'o.total BETWEEN 1 AND 2',
  'EXISTS (SELECT 1 FROM orders)',
];

/** Wrong ones, and where in it PostgreSQL finds the mistake. */
const MISTAKES: readonly (readonly [text: string, at: number])[] = [
  ['u.nmae', 0],
  ['o.totl', 0],
  ['missing_column', 0],
  ['no_such_function(u.id)', 0],
  ['u.id + u.name', 5],
  ["'x'::date", 0],
  ['u.name::no_such_type', 8],
  ['sum(u.name)', 0],
  ['CASE WHEN u.nmae = 1 THEN 2 END', 10],
  ['(SELECT x FROM orders)', 8],
];

const slot = (right: readonly string[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...right).map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.constantFrom(...MISTAKES).map(([text, at]) => ({ text, at })) },
  );

interface Slot {
  readonly text: string;
  readonly at?: number;
}

/** A query out of its slots, and the places of the mistakes in it. */
function assemble(parts: readonly (string | Slot)[]): { sql: string; places: readonly number[] } {
  let sql = '';
  const places: number[] = [];
  for (const part of parts) {
    if (typeof part !== 'string' && part.at !== undefined) places.push(sql.length + part.at);
    sql += typeof part === 'string' ? part : part.text;
  }
  return { sql, places };
}

it('so many independent mistakes in a right query are so many problems, each at its place', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([
        slot(NUMBERS),
        slot(TEXTS),
        slot(NUMBERS),
        slot(CONDITIONS),
        slot(CONDITIONS),
        slot(TEXTS),
      ] as const),
      async (a, b, c, d, e, f) => {
        const { sql, places } = assemble([
          ...['SELECT ', a, ', ', b, ' AS second, (', c, ') FROM users u JOIN orders o ON (', d],
          ...[') IS NULL WHERE (', e, ') IS NOT NULL ORDER BY (', f, ') IS NULL'],
        ]);
        const { problems } = await findProblems(sql, postgres, names);
        expect([sql, problems.map(({ offset }) => offset)]).toEqual([sql, places]);
      },
    ),
  );
});
