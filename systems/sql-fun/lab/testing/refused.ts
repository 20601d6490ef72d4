/** Statements that PostgreSQL refuses over the shop, and what is said of them: reason, SQLSTATE, code, target, name, column. */
export const REFUSED: readonly (readonly [sql: string, ...problems: string[]])[] = [
  [
    'SELECT k.id FROM (sales.orders o JOIN sales.regions USING (id) AS k) AS j',
    'NOT_FOUND 42P01 not_found alias k at 8',
  ],
  ['SELECT 1 /* one', 'INVALID_SQL 42601 syntax statement /* one at 10'],
  ['SELECT * FROM usres', 'TABLE_NOT_FOUND 42P01 not_found table usres at 15'],
  ['SELECT * FROM nowhere.users', 'SCHEMA_NOT_FOUND 42P01 not_found schema nowhere at 15'],
  ['SELECT * FROM public.regions', 'TABLE_NOT_FOUND 42P01 not_found table public.regions at 15'],
  ['SELECT * FROM regions', 'TABLE_NOT_FOUND 42P01 not_found table regions at 15'],
  ['SELECT emial FROM users', 'COLUMN_NOT_FOUND 42703 not_found column emial at 8'],
  ['SELECT u.emial FROM users u', 'COLUMN_NOT_FOUND 42703 not_found column u.emial at 8'],
  ['SELECT users.id FROM users u', 'NOT_FOUND 42P01 not_found alias users at 8'],
  ['SELECT x.id FROM users u', 'NOT_FOUND 42P01 not_found alias x at 8'],
  ['SELECT id FROM users, orders', 'AMBIGUOUS_NAME 42702 ambiguous column id at 8'],
  ['SELECT id FROM users JOIN products ON true', 'AMBIGUOUS_NAME 42702 ambiguous column id at 8'],
  ['SELECT u.id FROM users u, orders u', 'AMBIGUOUS_NAME 42712 duplicate alias u at 27'],
  ['SELECT * FROM users, users', 'AMBIGUOUS_NAME 42712 duplicate alias users at 22'],
  [
    'SELECT orders.id FROM public.orders, sales.orders',
    'AMBIGUOUS_NAME 42P09 ambiguous alias orders at 8',
  ],
  ['SELECT s.id FROM users u, (SELECT u.id) s', 'INVALID_LOGIC 42P01 misplaced alias u at 35'],
  [
    'SELECT s.id FROM users u JOIN (SELECT u.id) s ON true',
    'INVALID_LOGIC 42P01 misplaced alias u at 39',
  ],
  [
    'SELECT * FROM users a, orders b JOIN products c ON a.id = c.id',
    'INVALID_LOGIC 42P01 misplaced alias a at 52',
  ],
  [
    'SELECT * FROM users u RIGHT JOIN LATERAL (SELECT u.id) s ON true',
    'INVALID_LOGIC 42P10 misplaced column u.id at 50',
  ],
  [
    'SELECT j.id FROM (users u JOIN orders o ON o.user_id = u.id) AS j',
    'AMBIGUOUS_NAME 42702 ambiguous column j.id at 8',
  ],
  [
    'SELECT u.id FROM (users u JOIN orders o ON o.user_id = u.id) AS j',
    'INVALID_LOGIC 42P01 misplaced alias u at 8',
  ],
  [
    'SELECT * FROM users JOIN orders USING (age)',
    'COLUMN_NOT_FOUND 42703 not_found column age at 40',
  ],
  [
    'SELECT * FROM users u (a, b, c, d, e, f, g, h, i)',
    'INVALID_LOGIC 42P10 column_count alias users at 15',
  ],
  ['SELECT * FROM (SELECT 1) s (a, b)', 'INVALID_LOGIC 42P10 column_count alias s at 23'],
  ['WITH t (a, b) AS (SELECT 1) SELECT * FROM t', 'INVALID_LOGIC 42P10 column_count alias t at 6'],
  [
    'WITH t AS (SELECT 1), t AS (SELECT 2) SELECT 1',
    'AMBIGUOUS_NAME 42712 duplicate alias t at 23',
  ],
  ['WITH t AS (SELECT * FROM t) SELECT * FROM t', 'TABLE_NOT_FOUND 42P01 not_found table t at 26'],
  [
    'WITH b AS (SELECT * FROM a), a AS (SELECT 1) SELECT 1',
    'TABLE_NOT_FOUND 42P01 not_found table a at 26',
  ],
  ['WITH t AS (DELETE FROM users) SELECT * FROM t', 'INVALID_SQL 0A000 misplaced table t at 45'],
  [
    'WITH RECURSIVE t AS (SELECT * FROM t UNION ALL SELECT 1) SELECT * FROM t',
    'INVALID_LOGIC 42P19 misplaced table t at 36',
  ],
  [
    'WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1.5 FROM t) SELECT * FROM t',
    'WRONG_TYPE 42804 type_mismatch expression 1 at 33',
  ],
  ['SELECT 1 UNION SELECT 1, 2', 'INVALID_SQL 42601 column_count statement  at 23'],
  ['SELECT 1 UNION SELECT now()', 'WRONG_TYPE 42804 type_mismatch function now at 23'],
  [
    'SELECT id FROM users UNION SELECT id FROM orders',
    'WRONG_TYPE 42804 type_mismatch column id at 35',
  ],
  [
    'SELECT id FROM users UNION SELECT id FROM products ORDER BY name',
    'COLUMN_NOT_FOUND 42703 not_found column name at 61',
  ],
  [
    'SELECT id FROM users UNION SELECT id FROM products ORDER BY id + 1',
    'INVALID_SQL 0A000 misplaced column id at 61',
  ],
  [
    'SELECT id FROM users UNION SELECT id FROM products ORDER BY 2',
    'INVALID_LOGIC 42P10 misplaced expression 2 at 61',
  ],
  ['VALUES (1), (2, 3)', 'INVALID_SQL 42601 column_count statement  at 14'],
  ['SELECT name, count(*) FROM users', 'INVALID_LOGIC 42803 misplaced column name at 8'],
  [
    'SELECT name, count(*) FROM users GROUP BY age',
    'INVALID_LOGIC 42803 misplaced column name at 8',
  ],
  ['SELECT * FROM users GROUP BY age', 'INVALID_LOGIC 42803 misplaced column * at 8'],
  [
    'SELECT u.name, o.placed FROM users u JOIN orders o ON o.user_id = u.id GROUP BY u.id',
    'INVALID_LOGIC 42803 misplaced column o.placed at 16',
  ],
  ['SELECT age FROM users HAVING count(*) > 1', 'INVALID_LOGIC 42803 misplaced column age at 8'],
  [
    'SELECT name FROM users GROUP BY name ORDER BY age',
    'INVALID_LOGIC 42803 misplaced column age at 47',
  ],
  ['SELECT count(*) FROM users ORDER BY name', 'INVALID_LOGIC 42803 misplaced column name at 37'],
  [
    'SELECT name FROM users WHERE count(*) > 1',
    'INVALID_LOGIC 42803 misplaced function count at 30',
  ],
  [
    'SELECT name FROM users WHERE row_number() OVER () > 1',
    'INVALID_LOGIC 42P20 misplaced function row_number at 30',
  ],
  [
    'SELECT count(*) FROM users GROUP BY count(*)',
    'INVALID_LOGIC 42803 misplaced function count at 37',
  ],
  ['SELECT sum(count(*)) FROM users', 'INVALID_LOGIC 42803 misplaced function count at 12'],
  [
    'SELECT u.id FROM users u JOIN orders o ON count(*) > 1',
    'INVALID_LOGIC 42803 misplaced function count at 43',
  ],
  ['SELECT name FROM users ORDER BY 2', 'INVALID_LOGIC 42P10 misplaced expression 2 at 33'],
  ["SELECT name FROM users ORDER BY 'name'", "INVALID_SQL 42601 misplaced expression 'name' at 33"],
  ['SELECT name FROM users GROUP BY 3', 'INVALID_LOGIC 42P10 misplaced expression 3 at 33'],
  [
    'SELECT DISTINCT name FROM users ORDER BY age',
    'INVALID_LOGIC 42P10 misplaced column age at 42',
  ],
  [
    'SELECT DISTINCT ON (name) name, age FROM users ORDER BY age',
    'INVALID_LOGIC 42P10 misplaced column name at 21',
  ],
  [
    'SELECT name AS x, age AS x FROM users ORDER BY x',
    'AMBIGUOUS_NAME 42702 ambiguous column x at 48',
  ],
  ['SELECT rank() OVER w FROM users', 'NOT_FOUND 42704 not_found alias w at 20'],
  ['SELECT * FROM users WHERE name', 'WRONG_TYPE 42804 type_mismatch column name at 27'],
  ["SELECT * FROM users LIMIT 'x'::text", "WRONG_TYPE 42804 type_mismatch expression 'x' at 27"],
  ['SELECT * FROM users FOR UPDATE OF orders', 'NOT_FOUND 42P01 not_found alias orders at 35'],
  ['SELECT *', 'INVALID_SQL 42601 misplaced column * at 8'],
  ['INSERT INTO nope VALUES (1)', 'TABLE_NOT_FOUND 42P01 not_found table nope at 13'],
  [
    "INSERT INTO users (id, nme) VALUES (1, 'a')",
    'COLUMN_NOT_FOUND 42703 not_found column nme at 24',
  ],
  ['INSERT INTO users (id, id) VALUES (1, 2)', 'AMBIGUOUS_NAME 42701 duplicate column id at 24'],
  ['INSERT INTO users (id, name) VALUES (1)', 'INVALID_SQL 42601 column_count table users at 24'],
  ["INSERT INTO users (id) VALUES (1, 'a')", 'INVALID_SQL 42601 column_count table users at 35'],
  [
    'INSERT INTO users (id, age) VALUES (1, now())',
    'WRONG_TYPE 42804 type_mismatch function now at 40',
  ],
  [
    'INSERT INTO users (id, name) SELECT id FROM products',
    'INVALID_SQL 42601 column_count table users at 24',
  ],
  [
    'INSERT INTO users (id, age) SELECT id, price > 1 FROM products',
    'WRONG_TYPE 42804 type_mismatch column price at 40',
  ],
  [
    "INSERT INTO users SELECT 1, 'a', 'b', 1::smallint, NULL, NULL, NULL, now(), 9",
    'INVALID_SQL 42601 column_count table users at 77',
  ],
  [
    "INSERT INTO products (id, title, price) VALUES (1, 'a', 1)",
    'INVALID_LOGIC 428C9 misplaced column id at 23',
  ],
  [
    "INSERT INTO products (title, price, taxed) VALUES ('a', 1, 2)",
    'INVALID_LOGIC 428C9 misplaced column taxed at 37',
  ],
  [
    "INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT (nme) DO NOTHING",
    'COLUMN_NOT_FOUND 42703 not_found column nme at 59',
  ],
  [
    "INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET age = age + 1",
    'AMBIGUOUS_NAME 42702 ambiguous column age at 83',
  ],
  [
    "INSERT INTO users (id, name) VALUES (1, 'a') RETURNING excluded.id",
    'NOT_FOUND 42P01 not_found alias excluded at 56',
  ],
  ["UPDATE users SET nme = 'a'", 'COLUMN_NOT_FOUND 42703 not_found column nme at 18'],
  ['UPDATE users SET age = 1, age = 2', 'INVALID_SQL 42601 duplicate column age at 27'],
  ['UPDATE users SET (name, age) = (1, 2, 3)', 'INVALID_SQL 42601 column_count statement  at 32'],
  ["UPDATE users SET age = 'x'::text", "WRONG_TYPE 42804 type_mismatch expression 'x' at 24"],
  ['UPDATE users SET age = count(*)', 'INVALID_LOGIC 42803 misplaced function count at 24'],
  ['UPDATE users u SET u.age = 1', 'COLUMN_NOT_FOUND 42703 not_found column u at 20'],
  [
    'UPDATE users SET age = e.id WHERE e.id = 1',
    'NOT_FOUND 42P01 not_found alias e at 24',
    'NOT_FOUND 42P01 not_found alias e at 35',
  ],
  [
    'UPDATE users SET age = 1 FROM LATERAL (SELECT users.id) s',
    'INVALID_LOGIC 42P10 misplaced column users.id at 47',
  ],
  ['UPDATE products SET taxed = 1', 'INVALID_LOGIC 428C9 misplaced column taxed at 21'],
  ['DELETE FROM users WHERE nme = 1', 'COLUMN_NOT_FOUND 42703 not_found column nme at 25'],
  ['DELETE FROM users USING orders WHERE id = 1', 'AMBIGUOUS_NAME 42702 ambiguous column id at 38'],
  [
    'MERGE INTO users u USING employees e ON e.id = u.id WHEN NOT MATCHED THEN INSERT (id, name) VALUES (u.id, e.name)',
    'INVALID_LOGIC 42P01 misplaced alias u at 101',
  ],
  [
    'MERGE INTO users u USING employees e ON e.id = u.id WHEN MATCHED THEN UPDATE SET nme = e.name',
    'COLUMN_NOT_FOUND 42703 not_found column nme at 82',
  ],
  ['SELECT (SELECT id, name FROM users)', 'INVALID_SQL 42601 column_count statement  at 8'],
  [
    'SELECT id FROM users WHERE id IN (SELECT id, name FROM users)',
    'INVALID_SQL 42601 column_count statement  at 31',
  ],
  ['SELECT nope(1)', 'NOT_FOUND 42883 not_found function nope at 8'],
  ['SELECT name + 1 FROM users', 'WRONG_TYPE 42883 type_mismatch operator + at 13'],
  ['SELECT * FROM users GROUP BY nope', 'COLUMN_NOT_FOUND 42703 not_found column nope at 30'],
  ['SELECT id FROM users GROUP BY 2', 'INVALID_LOGIC 42P10 misplaced expression 2 at 31'],
  [
    'SELECT DISTINCT ON (user_id) id FROM orders ORDER BY placed',
    'INVALID_LOGIC 42P10 misplaced column user_id at 21',
  ],
  [
    'SELECT DISTINCT ON (user_id, status) id FROM orders ORDER BY user_id, placed, status',
    'INVALID_LOGIC 42P10 misplaced column status at 30',
  ],
  [
    'SELECT status FROM orders GROUP BY status FOR UPDATE',
    'INVALID_SQL 0A000 misplaced statement FOR UPDATE at 43',
  ],
  [
    'SELECT count(*) FROM users FOR UPDATE',
    'INVALID_SQL 0A000 misplaced statement FOR UPDATE at 28',
  ],
  [
    'SELECT DISTINCT id FROM users FOR UPDATE',
    'INVALID_SQL 0A000 misplaced statement FOR UPDATE at 31',
  ],
  [
    'SELECT id FROM users UNION SELECT id FROM users FOR UPDATE',
    'INVALID_SQL 0A000 misplaced statement FOR UPDATE at 49',
  ],
  [
    'SELECT row_number() OVER () FROM users FOR SHARE',
    'INVALID_SQL 0A000 misplaced statement FOR UPDATE at 40',
  ],
  [
    'SELECT 1 FROM users u JOIN orders o ON max(u.id) = o.user_id',
    'INVALID_LOGIC 42803 misplaced function max at 40',
  ],
  ['SELECT what FROM audit.log GROUP BY what', 'WRONG_TYPE 42883 type_mismatch column what at 37'],
  ['SELECT what FROM audit.log ORDER BY 1', 'WRONG_TYPE 42883 type_mismatch expression 1 at 37'],
  ['SELECT DISTINCT * FROM audit.log', 'WRONG_TYPE 42883 type_mismatch column * at 17'],
  [
    'SELECT what FROM audit.log UNION SELECT what FROM audit.log',
    'WRONG_TYPE 42883 type_mismatch column what at 8',
  ],
  [
    'SELECT what FROM audit.log UNION ALL SELECT what FROM audit.log ORDER BY what',
    'WRONG_TYPE 42883 type_mismatch column what at 74',
  ],
  [
    'SELECT array_agg(what) a FROM audit.log GROUP BY id ORDER BY a',
    'WRONG_TYPE 42883 type_mismatch column a at 62',
  ],
  ['SELECT xmin FROM users ORDER BY xmin', 'WRONG_TYPE 42883 type_mismatch column xmin at 33'],
  ["SELECT '(1,2)'::point ORDER BY 1", 'WRONG_TYPE 42883 type_mismatch expression 1 at 32'],
  [
    'SELECT 1, 2, age FROM users UNION ALL SELECT 1, 2, created_at FROM users',
    'WRONG_TYPE 42804 type_mismatch column created_at at 52',
  ],
  [
    'SELECT * FROM sales.orders o JOIN sales.regions r USING (id) AS o',
    'AMBIGUOUS_NAME 42712 duplicate alias  at 1',
  ],
  [
    'SELECT users.id FROM users FULL JOIN products USING (id) GROUP BY id',
    'INVALID_LOGIC 42803 misplaced column users.id at 8',
  ],
  [
    "INSERT INTO users (id, name) VALUES (1, 'a') RETURNING WITH (old AS x, new AS x) id",
    'AMBIGUOUS_NAME 42712 duplicate alias  at 72',
  ],
  [
    "INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT DO UPDATE SET name = 'b'",
    "INVALID_SQL 42601 misplaced expression ON CONFLICT DO UPDATE SET name = 'b' at 46",
  ],
  [
    'WITH RECURSIVE n AS (SELECT i + 1 AS i FROM n) SELECT * FROM n',
    'INVALID_LOGIC 42P19 misplaced alias n at 16',
  ],
  [
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT max(i) FROM n) SELECT * FROM n',
    'INVALID_LOGIC 42P19 misplaced function max at 53',
  ],
  [
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT count(*) FROM n) SELECT * FROM n',
    'INVALID_LOGIC 42P19 misplaced function count at 53',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM users LEFT JOIN t ON t.x = users.id) SELECT * FROM t',
    'INVALID_LOGIC 42P19 misplaced table t at 76',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM t WHERE x IN (SELECT x FROM t)) SELECT * FROM t',
    'INVALID_LOGIC 42P19 misplaced table t at 88',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT a.x FROM t a, t b) SELECT * FROM t',
    'INVALID_LOGIC 42P19 misplaced table t at 67',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL (SELECT x FROM users, t EXCEPT SELECT x FROM t)) SELECT * FROM t',
    'INVALID_LOGIC 42P19 misplaced table t at 91',
  ],
  [
    'SELECT s.* FROM users u, LATERAL (SELECT max(u.id)) s',
    'INVALID_LOGIC 42803 misplaced function max at 42',
  ],
  [
    'SELECT rank() OVER (ORDER BY rank() OVER (ORDER BY id)) FROM users',
    'INVALID_LOGIC 42P20 misplaced function rank at 30',
  ],
  [
    'SELECT sum(age) OVER (RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM users',
    'INVALID_LOGIC 42P20 misplaced expression (RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) at 22',
  ],
  [
    'SELECT sum(age) OVER (GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM users',
    'INVALID_LOGIC 42P20 misplaced expression (GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING) at 22',
  ],
  [
    "MERGE INTO users u USING employees e ON e.id = u.id WHEN MATCHED THEN DELETE WHEN MATCHED THEN UPDATE SET name = 'x'",
    'INVALID_SQL 42601 misplaced statement  at 1',
  ],
];
