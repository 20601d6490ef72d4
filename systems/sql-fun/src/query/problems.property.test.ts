import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Shop } from '../../lab/testing/open-shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

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

type Kind = 'number' | 'text' | 'condition';
const RIGHT: Readonly<Record<Kind, readonly string[]>> = {
  ...{ number: NUMBERS, text: TEXTS, condition: CONDITIONS },
};
const USERS_AND_ORDERS = 'users u JOIN orders o ON o.user_id = u.id';

/** Right statements with places for expressions: N for a number, T for a text, C for a condition. */
const SHAPES: readonly string[] = [
  `SELECT «N», «T» AS second, («N») FROM users u JOIN orders o ON («C») IS NULL WHERE («C») IS NOT NULL ORDER BY («T») IS NULL`,
  `WITH c AS (SELECT («N») AS a, («T») AS b, u.id FROM ${USERS_AND_ORDERS} WHERE («C») IS NULL) SELECT c.a, c.b, c.id FROM c`,
  `SELECT s.a, s.id + 1 FROM (SELECT («N») AS a, u.id FROM ${USERS_AND_ORDERS} WHERE («C») IS NULL) s WHERE s.a IS NULL`,
  `SELECT o.id FROM orders o WHERE o.id IN (SELECT o2.id FROM orders o2, ${USERS_AND_ORDERS} WHERE («C») IS NULL AND («T») IS NULL) AND EXISTS (SELECT («N») FROM users u)`,
  `INSERT INTO users (id, name, email) SELECT 1, («T») IS NULL OR («C») IS NULL, 'x' FROM ${USERS_AND_ORDERS}`.replace(
    '(«T») IS NULL OR («C») IS NULL',
    `CASE WHEN («T») IS NULL OR («C») IS NULL THEN 'a' END`,
  ),
  `UPDATE orders SET at = CASE WHEN («C») IS NULL THEN now()::date END, total = count.n FROM (SELECT 1 AS n) count, ${USERS_AND_ORDERS} WHERE («N») IS NULL`,
  `DELETE FROM orders d USING ${USERS_AND_ORDERS} WHERE d.id = o.id AND («C») IS NULL RETURNING («T») IS NULL, («N») IS NULL`,
  `SELECT row_number() OVER (PARTITION BY («T») IS NULL ORDER BY («N») IS NULL), CASE WHEN («C») IS NULL THEN 1 ELSE 2 END, coalesce((«C») IS NULL, true) FROM ${USERS_AND_ORDERS}`,
  `SELECT («N») IS NULL FROM ${USERS_AND_ORDERS} UNION ALL SELECT («C») IS NULL FROM ${USERS_AND_ORDERS}`,
];
const KINDS: Readonly<Record<string, Kind>> = { N: 'number', T: 'text', C: 'condition' };

const statement = fc.constantFrom(...SHAPES).chain((shape) => {
  const parts = shape.split(/«|»/);
  return fc.tuple(
    ...parts.map((part, n) => (n % 2 === 0 ? fc.constant(part) : slot(RIGHT[KINDS[part]!]))),
  );
});

it('finds k independent mistakes in a right statement as k problems, each at its place', async () => {
  await fc.assert(
    fc.asyncProperty(statement, async (parts) => {
      const { sql, places } = assemble(parts);
      const { problems } = await shop.statement(sql);
      const errors = problems.filter(({ severity }) => severity === 'error');
      expect([sql, errors.map(({ place }) => place!.offset)]).toEqual([sql, places]);
    }),
    { numRuns: 300 },
  );
});
