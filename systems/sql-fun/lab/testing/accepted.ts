/** Statements that PostgreSQL accepts over the shop: the columns of the result, and the types of the parameters. */
export const ACCEPTED: readonly (readonly [sql: string, columns: string, parameters?: string])[] = [
  ['SELECT 1', '?column? integer'],
  [`SELECT 'x'`, '?column? text'],
  ['SELECT $1', '?column? text', 'text'],
  ['SELECT NULL', '?column? text'],
  ['SELECT id, name FROM users', 'id integer, name character varying(40)'],
  [
    'SELECT * FROM users',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
  ],
  [
    'SELECT users.* FROM users',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
  ],
  ['SELECT public.users.id FROM public.users', 'id integer'],
  ['SELECT u.id AS key, u.name n FROM users u', 'key integer, n character varying(40)'],
  [
    `SELECT 'a@b'::email, coalesce(email, email), (SELECT email FROM users), email COLLATE "C", (ARRAY[email])[1] FROM users`,
    'email email, coalesce email, email email, email email, array email',
  ],
  ['SELECT home_email(), $1::email', 'home_email email, email email', 'email'],
  [
    `SELECT B'101', coalesce(note, 'x'), note FROM orders WHERE note = $1`,
    '?column? "bit", coalesce bpchar, note character(8)',
    'bpchar',
  ],
  ['SELECT u.ctid, tableoid FROM users u', 'ctid tid, tableoid oid'],
  ['SELECT u FROM users u', 'u users'],
  ['SELECT u.full_name FROM users u', 'full_name text'],
  [
    'SELECT (u.home).city, (u.home).* FROM users u',
    'city character varying(60), street text, city character varying(60)',
  ],
  [
    'SELECT * FROM users u (a, b)',
    'a integer, b character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
  ],
  ['SELECT a, b, age FROM users u (a, b)', 'a integer, b character varying(40), age smallint'],
  [
    'SELECT * FROM users u JOIN orders o ON o.user_id = u.id',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone, id uuid, user_id integer, status status, placed date, note character(8)',
  ],
  [
    'SELECT * FROM users, products',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone, id bigint, title text, price numeric(10,2), taxed numeric(12,2)',
  ],
  [
    'SELECT u.name, o.status FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE o.id IS NULL',
    'name character varying(40), status status',
  ],
  [
    'SELECT u.name, o.placed FROM users u RIGHT JOIN orders o ON o.user_id = u.id',
    'name character varying(40), placed date',
  ],
  [
    'SELECT u.name, o.placed FROM users u FULL JOIN orders o ON o.user_id = u.id',
    'name character varying(40), placed date',
  ],
  ['SELECT u.id, p.title FROM users u CROSS JOIN products p', 'id integer, title text'],
  [
    'SELECT * FROM orders JOIN order_items ON orders.id = order_id',
    'id uuid, user_id integer, status status, placed date, note character(8), order_id uuid, product_id bigint, quantity integer, price numeric(10,2)',
  ],
  [
    'SELECT * FROM order_items JOIN products USING (price)',
    'price numeric(10,2), order_id uuid, product_id bigint, quantity integer, id bigint, title text, taxed numeric(12,2)',
  ],
  [
    'SELECT id, orders.id, r.id FROM sales.orders JOIN sales.regions r USING (id)',
    'id integer, id integer, id integer',
  ],
  ['SELECT id FROM users JOIN products USING (id)', 'id bigint'],
  [
    'SELECT * FROM users FULL JOIN products USING (id)',
    'id bigint, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone, title text, price numeric(10,2), taxed numeric(12,2)',
  ],
  [
    'SELECT * FROM sales.orders NATURAL JOIN sales.regions',
    'id integer, region_id integer, total double precision, name text, parent_id integer',
  ],
  [
    'SELECT * FROM sales.orders NATURAL LEFT JOIN products',
    'id bigint, region_id integer, total double precision, title text, price numeric(10,2), taxed numeric(12,2)',
  ],
  [
    'SELECT k.id, o.total FROM sales.orders o JOIN sales.regions r USING (id) AS k',
    'id integer, total double precision',
  ],
  [
    'SELECT j.* FROM (users u JOIN orders o ON o.user_id = u.id) AS j (a, b)',
    'a integer, b character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone, id uuid, user_id integer, status status, placed date, note character(8)',
  ],
  ['SELECT a.id, b.id FROM users a JOIN users b ON a.id = b.id + 1', 'id integer, id integer'],
  [
    'SELECT u.name, l.n FROM users u, LATERAL (SELECT count(*) AS n FROM orders WHERE user_id = u.id) l',
    'name character varying(40), n bigint',
  ],
  [
    'SELECT u.name, l.status FROM users u LEFT JOIN LATERAL (SELECT status FROM orders o WHERE o.user_id = u.id LIMIT 1) l ON true',
    'name character varying(40), status status',
  ],
  [`SELECT s.x, s.y FROM (SELECT 1 AS x, 'a' AS y) s`, 'x integer, y text'],
  ['SELECT x FROM (SELECT 1 AS x)', 'x integer'],
  ['SELECT s.a FROM (SELECT 1, 2) s (a, b)', 'a integer'],
  [`SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v (id, label)`, 'id integer, label text'],
  ['SELECT * FROM (VALUES (1, 2.5), (3, NULL)) v', 'column1 integer, column2 numeric'],
  [`VALUES (1, 'a'), (2, 'b') ORDER BY column1`, 'column1 integer, column2 text'],
  ['VALUES ($1::int, $2)', 'column1 integer, column2 text', 'integer, text'],
  ['SELECT * FROM generate_series(1, 10)', 'generate_series integer'],
  ['SELECT g FROM generate_series(1, 10) g', 'g integer'],
  [
    'SELECT g.x, g.n FROM generate_series(1, 10) WITH ORDINALITY AS g (x, n)',
    'x integer, n bigint',
  ],
  [
    `SELECT * FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY['a', 'b'])) AS r (n, t)`,
    'n integer, t text',
  ],
  [`SELECT * FROM json_to_recordset('[]') AS x (a int, b text)`, 'a integer, b text'],
  [
    'SELECT * FROM orders_of(1)',
    'id uuid, user_id integer, status status, placed date, note character(8)',
  ],
  ['SELECT o.status FROM orders_of($1) o', 'status status', 'integer'],
  ['SELECT * FROM stats()', 'users bigint, oldest smallint'],
  ['SELECT u.id, t FROM users u, unnest(u.tags) t', 'id integer, t text'],
  ['SELECT k, v FROM users, jsonb_each(settings) AS e (k, v)', 'k text, v jsonb'],
  ['SELECT * FROM current_date', 'current_date date'],
  [
    `SELECT * FROM xmltable('/r' PASSING ('<r/>'::xml) COLUMNS a int PATH 'a', n FOR ORDINALITY) x`,
    'a integer, n integer',
  ],
  [
    `SELECT * FROM json_table('{}'::jsonb, '$' COLUMNS (a int PATH '$.a', n FOR ORDINALITY, NESTED PATH '$.x' COLUMNS (b text))) t`,
    'a integer, n integer, b text',
  ],
  [
    'SELECT * FROM users TABLESAMPLE system (10)',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
  ],
  ['SELECT * FROM adults', 'id integer, name character varying(40), age smallint'],
  ['SELECT * FROM totals', 'order_id uuid, total numeric, label text'],
  ['SELECT buyer, total FROM overview', 'buyer character varying(40), total numeric'],
  ['SELECT * FROM sales.by_region', 'name text, orders bigint, avg double precision'],
  ['SELECT relname, relkind FROM pg_class', 'relname name, relkind "char"'],
  [
    'SELECT table_name FROM information_schema.tables',
    'table_name information_schema.sql_identifier',
  ],
  [
    'SELECT c.relname, a.attname FROM pg_catalog.pg_class c JOIN pg_attribute a ON a.attrelid = c.oid',
    'relname name, attname name',
  ],
  ['SELECT last_value FROM ticket_seq', 'last_value bigint'],
  [
    'WITH t AS (SELECT id, name FROM users) SELECT * FROM t',
    'id integer, name character varying(40)',
  ],
  [
    'WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT a.x, b.y FROM a, b',
    'x integer, y integer',
  ],
  [
    'WITH t (a, b) AS MATERIALIZED (SELECT id, name FROM users) SELECT b FROM t',
    'b character varying(40)',
  ],
  [
    'WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < $1) SELECT n FROM t',
    'n integer',
    'integer',
  ],
  [
    'WITH RECURSIVE tree AS (SELECT id, name, parent_id, 1 AS depth FROM sales.regions WHERE parent_id IS NULL UNION ALL SELECT r.id, r.name, r.parent_id, t.depth + 1 FROM sales.regions r JOIN tree t ON t.id = r.parent_id) SELECT * FROM tree ORDER BY depth, name',
    'id integer, name text, parent_id integer, depth integer',
  ],
  ['WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1 AS x) SELECT x FROM a', 'x integer'],
  [
    'WITH RECURSIVE t (id, up) AS (SELECT id, parent_id FROM sales.regions UNION ALL SELECT r.id, r.parent_id FROM sales.regions r, t WHERE r.parent_id = t.id) SEARCH DEPTH FIRST BY id SET seq CYCLE id SET looped USING path SELECT id, looped FROM t ORDER BY seq',
    'id integer, looped boolean',
  ],
  [
    'WITH gone AS (DELETE FROM orders WHERE placed < $1 RETURNING *) SELECT count(*) FROM gone',
    'count bigint',
    'date',
  ],
  [
    `WITH new AS (INSERT INTO users (id, name) VALUES (1, 'a') RETURNING id) INSERT INTO orders (id, user_id) SELECT gen_random_uuid(), id FROM new`,
    '',
  ],
  ['WITH t AS (UPDATE users SET age = 1) SELECT 1', '?column? integer'],
  ['WITH users AS (SELECT 1 AS only) SELECT * FROM users', 'only integer'],
  ['SELECT id FROM users UNION SELECT id FROM products', 'id bigint'],
  [
    'SELECT name FROM users UNION ALL SELECT title FROM products ORDER BY name',
    'name character varying',
  ],
  [`SELECT 'a' UNION SELECT 'b'`, '?column? text'],
  ['SELECT 1 UNION SELECT 2.5 INTERSECT SELECT $1 ORDER BY 1', '?column? numeric', 'numeric'],
  ['SELECT NULL UNION SELECT now()', '?column? timestamp with time zone'],
  [
    '(SELECT id FROM users ORDER BY name LIMIT 1) UNION (SELECT id FROM employees ORDER BY id)',
    'id integer',
  ],
  ['SELECT id FROM users EXCEPT SELECT user_id FROM orders', 'id integer'],
  ['SELECT name FROM users UNION SELECT name FROM users', 'name character varying(40)'],
  ['SELECT count(*), max(age) FROM users', 'count bigint, max smallint'],
  ['SELECT age, count(*) FROM users GROUP BY age', 'age smallint, count bigint'],
  [
    'SELECT u.*, count(o.id) FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.id',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone, count bigint',
  ],
  ['SELECT upper(name) AS big, count(*) FROM users GROUP BY big', 'big text, count bigint'],
  [
    'SELECT upper(name), count(*) FROM users GROUP BY upper(users.name)',
    'upper text, count bigint',
  ],
  [
    'SELECT age / 10 AS decade, count(*) FROM users GROUP BY 1 HAVING count(*) > 1 ORDER BY 2 DESC',
    'decade integer, count bigint',
  ],
  [
    'SELECT status, placed, count(*) FROM orders GROUP BY ROLLUP (status, placed)',
    'status status, placed date, count bigint',
  ],
  [
    'SELECT status, GROUPING(status), count(*) FROM orders GROUP BY GROUPING SETS ((status), ())',
    'status status, grouping integer, count bigint',
  ],
  ['SELECT sum(sum(quantity)) OVER () FROM order_items GROUP BY order_id', 'sum numeric'],
  [
    'SELECT name, rank() OVER w, lag(age) OVER w FROM users WINDOW w AS (PARTITION BY age ORDER BY id)',
    'name character varying(40), rank bigint, lag smallint',
  ],
  [
    'SELECT name, row_number() OVER (ORDER BY age) FROM users',
    'name character varying(40), row_number bigint',
  ],
  ['SELECT DISTINCT name FROM users ORDER BY name', 'name character varying(40)'],
  [
    'SELECT DISTINCT ON (user_id) user_id, placed FROM orders ORDER BY user_id, placed DESC',
    'user_id integer, placed date',
  ],
  ['SELECT name AS n FROM users ORDER BY n, age', 'n character varying(40)'],
  ['SELECT name FROM users ORDER BY length(name), 1', 'name character varying(40)'],
  [
    'SELECT name FROM users ORDER BY age LIMIT $1 OFFSET $2',
    'name character varying(40)',
    'bigint, bigint',
  ],
  ['SELECT name FROM users FETCH FIRST $1 ROWS ONLY', 'name character varying(40)', 'bigint'],
  ['SELECT u.id FROM users u JOIN orders o ON o.user_id = u.id FOR UPDATE OF u', 'id integer'],
  [
    'SELECT * FROM users WHERE id = $1 AND name LIKE $2 AND age BETWEEN $3 AND $4',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
    'integer, text, smallint, smallint',
  ],
  [
    'SELECT * FROM users WHERE id IN (SELECT user_id FROM orders WHERE status = $1)',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
    'status',
  ],
  [
    'SELECT * FROM users u WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
  ],
  [
    'SELECT (SELECT max(placed) FROM orders o WHERE o.user_id = u.id), (SELECT 1 AS one) FROM users u',
    'max date, one integer',
  ],
  [
    'SELECT ARRAY(SELECT id FROM users), array_agg(DISTINCT age ORDER BY age) FROM users',
    'array integer[], array_agg smallint[]',
  ],
  [
    'SELECT name FROM users WHERE (id, age) = (SELECT 1, 2::smallint)',
    'name character varying(40)',
  ],
  ['SELECT id FROM users WHERE id = ANY ($1)', 'id integer', 'integer[]'],
  ['SELECT u.id FROM users u WHERE u.age > (SELECT avg(age) FROM users)', 'id integer'],
  [
    `SELECT CASE WHEN age > 18 THEN 'adult' ELSE name END, coalesce(age, 0) FROM users`,
    'name character varying, coalesce integer',
  ],
  ['SELECT name::text, price::numeric(6,1) FROM users, products', 'name text, price numeric(6,1)'],
  ['SELECT count(*) FILTER (WHERE age > 18) FROM users', 'count bigint'],
  ['SELECT row_to_json(s) FROM (SELECT id, name FROM users) s', 'row_to_json json'],
  ['SELECT count(u) FROM users u', 'count bigint'],
  ['SELECT (SELECT count(u.id)) FROM users u', 'count bigint'],
  ['INSERT INTO users (id, name) VALUES ($1, $2)', '', 'integer, character varying'],
  [
    `INSERT INTO users (id, name, age) VALUES (1, 'a', DEFAULT), (2, 'b', 3) RETURNING id, name`,
    'id integer, name character varying(40)',
  ],
  ['INSERT INTO users VALUES ($1, $2, $3, $4)', '', 'integer, character varying, email, smallint'],
  [
    'INSERT INTO users DEFAULT VALUES RETURNING *',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
  ],
  [
    `INSERT INTO users AS u (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = excluded.name, age = u.age + 1 WHERE u.age < $1 RETURNING u.name`,
    'name character varying(40)',
    'smallint',
  ],
  ['INSERT INTO users (id, name) SELECT id, title FROM products', ''],
  ['INSERT INTO users (id, name) SELECT $1, $2', '', 'integer, character varying'],
  [
    `INSERT INTO users (id, name, home.city, tags[1]) VALUES (1, 'a', $1, $2)`,
    '',
    'character varying, text',
  ],
  [
    `INSERT INTO products (title, price) VALUES ('a', 1) ON CONFLICT DO NOTHING RETURNING id`,
    'id bigint',
  ],
  [`INSERT INTO products (id, title, price) OVERRIDING SYSTEM VALUE VALUES (1, 'a', 1)`, ''],
  ['INSERT INTO adults (id, name) VALUES ($1, $2)', '', 'integer, character varying'],
  [`INSERT INTO users (id, name) WITH t AS (SELECT 1 AS a, 'b' AS b) SELECT * FROM t`, ''],
  [
    'UPDATE users SET name = $1, age = age + $2 WHERE id = $3',
    '',
    'character varying, smallint, integer',
  ],
  [
    'UPDATE users SET (name, age) = ($1, $2) WHERE id = 1 RETURNING *',
    'id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
    'character varying, smallint',
  ],
  ['UPDATE users SET (name, age) = (SELECT name, 1::smallint FROM employees LIMIT 1)', ''],
  ['UPDATE users SET tags[1] = $1, home.city = $2, age = DEFAULT', '', 'text, character varying'],
  [
    'UPDATE users u SET name = e.name FROM employees e WHERE e.id = u.id RETURNING u.id, e.salary',
    'id integer, salary numeric',
  ],
  [
    'UPDATE users SET age = 1 RETURNING old.age AS before, new.age AS after',
    'before smallint, after smallint',
  ],
  [
    'UPDATE users SET age = 1 RETURNING WITH (OLD AS o, NEW AS n) o.age, n.age',
    'age smallint, age smallint',
  ],
  ['DELETE FROM users WHERE id = $1 RETURNING id', 'id integer', 'integer'],
  [
    'DELETE FROM orders o USING users u WHERE u.id = o.user_id AND u.name = $1 RETURNING o.*, u.name',
    'id uuid, user_id integer, status status, placed date, note character(8), name character varying(40)',
    'text',
  ],
  [
    'MERGE INTO users u USING employees e ON e.id = u.id WHEN MATCHED THEN UPDATE SET name = e.name WHEN NOT MATCHED THEN INSERT (id, name) VALUES (e.id, e.name)',
    '',
  ],
  [
    'MERGE INTO users u USING employees e ON e.id = u.id WHEN MATCHED AND u.age > $1 THEN DELETE WHEN NOT MATCHED BY SOURCE THEN UPDATE SET age = 0 RETURNING merge_action(), *',
    'merge_action text, id integer, manager_id integer, name text, salary numeric, id integer, name character varying(40), email email, age smallint, home address, tags text[], settings jsonb, created_at timestamp(3) with time zone',
    'smallint',
  ],
  [
    `SELECT date_trunc('month', placed) AS month, count(*) FROM orders GROUP BY date_trunc('month', placed) ORDER BY month`,
    'month timestamp with time zone, count bigint',
  ],
  [
    'SELECT e.name, m.name AS manager FROM employees e LEFT JOIN employees m ON m.id = e.manager_id',
    'name text, manager text',
  ],
  [
    'SELECT events.* FROM events WHERE during @> $1',
    'id integer, payload jsonb, during tstzrange',
    'tstzrange',
  ],
  ['SELECT a.name FROM users a, users b WHERE a.age = b.age', 'name character varying(40)'],
  ['SELECT 1 AS a WHERE EXISTS (SELECT)', 'a integer'],
  ['SELECT orders.id FROM orders, sales.orders AS s', 'id uuid'],
  [
    'SELECT public.orders.id, sales.orders.id FROM public.orders, sales.orders',
    'id uuid, id integer',
  ],
  [
    'SELECT u.name FROM ((users u JOIN orders o ON o.user_id = u.id) JOIN order_items i ON i.order_id = o.id) JOIN products p ON p.id = i.product_id',
    'name character varying(40)',
  ],
  ['TABLE adults', 'id integer, name character varying(40), age smallint'],
  ['SELECT id FROM users LEFT JOIN products USING (id) GROUP BY users.id', 'id bigint'],
  ['SELECT id FROM users JOIN products USING (id) GROUP BY products.id', 'id bigint'],
  [
    'SELECT id FROM users FULL JOIN products USING (id) GROUP BY users.id, products.id',
    'id bigint',
  ],
  [
    `INSERT INTO users (id, name) VALUES (1, 'a') RETURNING old.tableoid, new.ctid, (new).name`,
    'tableoid oid, ctid tid, name character varying(40)',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 0 AS x UNION ALL SELECT (x + 1) % 10 FROM t WHERE NOT c) CYCLE x SET c USING p SELECT * FROM t',
    'x integer, c boolean, p record[]',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 0 AS x UNION ALL SELECT * FROM t) SEARCH DEPTH FIRST BY x SET o SELECT o FROM t',
    'o record[]',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 0 AS x UNION ALL SELECT x FROM t) CYCLE x SET c USING p SELECT * FROM (SELECT * FROM t) s',
    'x integer',
  ],
  [
    'UPDATE order_items price SET price = i.price FROM products i WHERE row_to_json(price.*) IS NULL',
    '',
  ],
  [`SELECT * FROM unnest(ARRAY[1, 2], ARRAY['x', 'y']) AS u (a, b)`, 'a integer, b text'],
  [
    'SELECT x, JSON_ARRAYAGG(x) OVER () FROM generate_series(1, 3) x',
    'x integer, json_arrayagg json',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM t LEFT JOIN users ON t.x = users.id) SELECT * FROM t',
    'x integer',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT (SELECT max(id) FROM users) + x FROM t) SELECT * FROM t',
    'x integer',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL (WITH u AS (SELECT * FROM t) SELECT x + 1 FROM u)) SELECT * FROM t',
    'x integer',
  ],
  ['SELECT DISTINCT ON (user_id) id FROM orders ORDER BY user_id, placed', 'id uuid'],
  ['SELECT what FROM audit.log UNION ALL SELECT what FROM audit.log', 'what json'],
  ['SELECT xmin FROM users GROUP BY xmin', 'xmin xid'],
  ['SELECT id FROM users WHERE id IN (SELECT max(id) FROM users) FOR UPDATE', 'id integer'],
];
