import { afterAll, beforeAll, expect, it } from 'vitest';
import { Shop, SMALL_SHOP } from '../../lab/testing/open-shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(`${SMALL_SHOP} CREATE VIEW names AS SELECT name FROM users;`);
});
afterAll(() => shop.close());

const U = 'unknown';

it.each<[string, (boolean | 'unknown')[]]>([
  ['SELECT id, name, email FROM users', [false, false, true]],
  ["SELECT 1, 'x', NULL", [false, false, true]],
  ['SELECT $1::int, id + 1 FROM users', [U, U]],
  ['SELECT count(*), count(email), sum(id) FROM users', [false, false, U]],
  ['SELECT EXISTS (SELECT 1), ARRAY (SELECT 1), (SELECT 1)', [false, false, U]],
  ["SELECT coalesce(email, 'x'), coalesce(email, NULL) FROM users", [false, true]],
  ["SELECT greatest(email, 'x') FROM users", [false]],
  ['SELECT u.id, o.id FROM users u LEFT JOIN orders o ON o.user_id = u.id', [false, true]],
  ['SELECT u.id, o.id FROM users u RIGHT JOIN orders o ON o.user_id = u.id', [true, false]],
  ['SELECT u.id, o.id FROM users u FULL JOIN orders o ON o.user_id = u.id', [true, true]],
  ['SELECT u.id, o.id FROM users u JOIN orders o ON o.user_id = u.id', [false, false]],
  ['SELECT id FROM users JOIN orders USING (id)', [false]],
  ['SELECT id FROM users LEFT JOIN orders USING (id)', [false]],
  ['SELECT email IS NULL, email IS DISTINCT FROM name FROM users', [false, false]],
  ['SELECT CASE WHEN true THEN 1 ELSE 2 END, CASE WHEN true THEN 1 END', [false, true]],
  ['SELECT email FROM users WHERE email IS NOT NULL AND id > 1', [false]],
  ['SELECT email FROM users WHERE email IS NOT NULL OR id > 1', [true]],
  ['SELECT s.id, s.email FROM (SELECT id, email FROM users) s', [false, true]],
  ['SELECT s.id FROM users u LEFT JOIN (SELECT id FROM users) s ON true', [true]],
  ['WITH t AS (SELECT id, email FROM users) SELECT id, email FROM t', [false, true]],
  ['WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t', [U]],
  ['SELECT id FROM users UNION SELECT id FROM orders', [false]],
  ['SELECT id FROM users UNION SELECT user_id FROM orders', [true]],
  ['SELECT id FROM users UNION SELECT id + 1 FROM users', [U]],
  ['VALUES (1, NULL), (2, 3)', [false, true]],
  ['SELECT name, count(*) FROM users GROUP BY name', [false, false]],
  ['SELECT name, count(*) FROM users GROUP BY ROLLUP (name)', [true, false]],
  ['INSERT INTO users (id, name) VALUES (1, $1) RETURNING id, email', [false, true]],
  ['UPDATE users SET name = $1 WHERE id = 1 RETURNING name, old.name', [false, U]],
  ['DELETE FROM orders WHERE id = 1 RETURNING id, total', [false, true]],
  ['SELECT row_number() OVER (), lag(id) OVER () FROM users', [false, U]],
  ['SELECT current_date, now(), current_schema', [false, false, U]],
  ['SELECT name FROM names', [U]],
  ['SELECT (SELECT u.id FROM orders LIMIT 1), u FROM users u', [U, false]],
  ['SELECT l.x FROM users u, LATERAL (SELECT u.name AS x) l', [false]],
])('%s', async (sql, nullable) => {
  const { columns, problems } = await shop.statement(sql);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(columns.map((column) => column.nullable)).toEqual(nullable);
});
