-- a star
SELECT * FROM people;

-- stars of two tables
SELECT p.*, o.* FROM people p JOIN orders o ON o.person_id = p.id;

-- a column twice
SELECT id, id, id AS id FROM orders;

-- columns with aliases
SELECT p.full_name AS who, p.born birthday, p.height "Height in m" FROM people AS p;

-- names in capitals are folded
SELECT P.FULL_NAME, Orders.ID FROM PEOPLE P, ORDERS;

-- quoted names
SELECT "key", "Changed At", "order", settings."order" + 1 FROM settings;

-- names with a schema
SELECT stock.levels.amount, levels.at FROM stock.levels;

-- names with a schema in front of a star
SELECT stock.halls.* FROM stock.halls;

-- without FROM
SELECT 1, 'one', 1.5, true, NULL, 2147483648, 9223372036854775808;

-- no columns at all
SELECT FROM people;

-- inner join with USING
SELECT * FROM order_items JOIN reviews USING (product_id);

-- natural join
SELECT * FROM stock.levels NATURAL JOIN stock.available;

-- left join with USING shows the merged column first
SELECT * FROM orders LEFT JOIN reviews USING (person_id);

-- full join with USING of different types
SELECT order_id, line, total FROM order_items FULL JOIN order_totals USING (order_id);

-- alias of a join with USING
SELECT j.product_id, i.quantity FROM order_items i JOIN stock.levels l USING (product_id) AS j;

-- alias of a whole join
SELECT j.full_name, j.state FROM (people p JOIN orders o ON o.person_id = p.id) AS j (id, email, full_name, nick, born, height, weight, active, home, phones, scores, settings, joined_at, last_seen, wakes_at, initials, invited_by, order_id, person_id, state);

-- cross join
SELECT h.name, c.day FROM stock.halls h CROSS JOIN calendar c;

-- comma join with a condition
SELECT p.nick, c.name FROM products pr, people p, categories c WHERE pr.category_id = c.id AND p.id = pr.id;

-- three joins in brackets
SELECT o.id, i.line, pr.title FROM orders o LEFT JOIN (order_items i JOIN products pr ON pr.id = i.product_id) ON i.order_id = o.id;

-- self join
SELECT child.full_name, parent.full_name AS invited_by FROM people child JOIN people parent ON parent.id = child.invited_by;

-- right join
SELECT c.name, p.title FROM products p RIGHT OUTER JOIN categories c ON c.id = p.category_id;

-- lateral subquery
SELECT p.full_name, last.placed_at FROM people p LEFT JOIN LATERAL (SELECT placed_at FROM orders o WHERE o.person_id = p.id ORDER BY placed_at DESC LIMIT 1) last ON true;

-- lateral function of a column
SELECT p.id, t.tag, t.n FROM products p, unnest(p.tags) WITH ORDINALITY AS t (tag, n);

-- subquery in FROM
SELECT s.total, s.n FROM (SELECT person_id, count(*) AS n, sum(discount) AS total FROM orders GROUP BY person_id) AS s WHERE s.n > 3;

-- subquery in FROM with column aliases
SELECT s.a, s.b FROM (SELECT id, title FROM products) AS s (a, b);

-- subquery in FROM without a name
SELECT n FROM (SELECT count(*) AS n FROM orders);

-- table alias with fewer column aliases than columns
SELECT a, b, name FROM categories AS c (a, b);

-- VALUES
VALUES (1, 'one'), (2, 'two'), (3, NULL);

-- VALUES in FROM
SELECT v.id * 2, v.word FROM (VALUES (1, 'one'), (2.5, 'two')) AS v (id, word);

-- VALUES with types that meet
VALUES (1, now()), (2.0, '2024-01-01'), (3::bigint, NULL);

-- VALUES without names
SELECT column1, column2 FROM (VALUES ('a'::text, 1), ('b', 2)) AS v;

-- TABLE
TABLE categories;

-- subquery as an expression
SELECT title, (SELECT avg(stars) FROM reviews r WHERE r.product_id = p.id) AS stars FROM products p;

-- subquery as an expression takes the name of its column
SELECT (SELECT max(placed_at) AS newest FROM orders), (SELECT 1);

-- EXISTS
SELECT EXISTS (SELECT 1 FROM orders WHERE person_id = p.id), p.id FROM people p;

-- IN with a subquery
SELECT id FROM people WHERE id IN (SELECT person_id FROM orders WHERE state = 'paid');

-- NOT IN with a list
SELECT id FROM orders WHERE state NOT IN ('new', 'paid');

-- ANY of a subquery
SELECT title FROM products WHERE price >= ALL (SELECT price FROM products) OR id = ANY (SELECT product_id FROM reviews);

-- ARRAY of a subquery
SELECT c.name, ARRAY(SELECT title FROM products p WHERE p.category_id = c.id ORDER BY title) AS titles FROM categories c;

-- ARRAY of a subquery without an alias
SELECT ARRAY(SELECT id FROM orders);

-- comparison of rows with a subquery
SELECT line FROM order_items WHERE (order_id, line) IN (SELECT order_id, max(line) FROM order_items GROUP BY order_id);

-- comparison of rows
SELECT id FROM orders WHERE (person_id, placed_at) > ($1, $2);

-- a column of an outer query
SELECT p.id FROM people p WHERE EXISTS (SELECT FROM orders WHERE person_id = p.id AND placed_at > p.joined_at + interval '1 day');

-- a simple CTE
WITH paid AS (SELECT * FROM orders WHERE state = 'paid') SELECT id, ship_to FROM paid;

-- a CTE with column names
WITH s (who, n) AS (SELECT person_id, count(*) FROM orders GROUP BY 1) SELECT who, n FROM s;

-- CTEs that use each other
WITH a AS (SELECT id, price FROM products), b AS (SELECT id, price * 2 AS twice FROM a), c AS MATERIALIZED (SELECT a.id, b.twice FROM a JOIN b USING (id)) SELECT * FROM c;

-- a CTE hides a table
WITH orders AS (SELECT 1 AS only_one) SELECT * FROM orders;

-- a CTE used twice
WITH t AS (SELECT id, parent_id FROM categories) SELECT a.id, b.id AS other FROM t a JOIN t b ON a.id = b.parent_id;

-- a CTE within a subquery
SELECT * FROM (WITH x AS (SELECT sku, price FROM products) SELECT sku, max(price) FROM x GROUP BY sku) AS y;

-- a recursive CTE of numbers
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i, i * i AS square FROM n;

-- a recursive CTE of categories
WITH RECURSIVE up AS (SELECT id, parent_id, name FROM categories WHERE id = $1 UNION SELECT c.id, c.parent_id, c.name FROM categories c JOIN up ON up.parent_id = c.id) SELECT name FROM up;

-- a recursive CTE with SEARCH
WITH RECURSIVE tree AS (SELECT id, parent_id FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id FROM categories c, tree t WHERE c.parent_id = t.id) SEARCH DEPTH FIRST BY id SET ordercol SELECT * FROM tree ORDER BY ordercol;

-- a recursive CTE with CYCLE
WITH RECURSIVE tree (id, parent) AS (SELECT id, parent_id FROM categories UNION ALL SELECT c.id, c.parent_id FROM categories c, tree t WHERE c.parent_id = t.id) CYCLE id SET is_cycle USING path SELECT id, is_cycle FROM tree;

-- DML in a CTE
WITH gone AS (DELETE FROM reviews WHERE stars = 1 RETURNING person_id, product_id, written_at) SELECT person_id, count(*), min(written_at) FROM gone GROUP BY person_id;

-- DML in CTEs that feed each other
WITH o AS (INSERT INTO orders (person_id) VALUES ($1) RETURNING id), i AS (INSERT INTO order_items (order_id, line, product_id, unit_price) SELECT o.id, 1, $2, $3 FROM o RETURNING *) SELECT i.order_id, i.unit_price FROM i;

-- UNION
SELECT id, title FROM products UNION SELECT id, name FROM categories;

-- UNION ALL of numbers of different types
SELECT 1 AS n UNION ALL SELECT 2.5 UNION ALL SELECT id FROM orders;

-- UNION of a literal and a column
SELECT 'all' AS label UNION SELECT nick FROM people;

-- UNION keeps an equal modifier
SELECT sku FROM products UNION SELECT sku FROM products;

-- UNION drops a modifier that differs
SELECT sku FROM products UNION SELECT title FROM products;

-- UNION with NULL
SELECT NULL AS x, born FROM people UNION ALL SELECT height, NULL FROM people;

-- INTERSECT and EXCEPT
(SELECT id FROM orders INTERSECT SELECT person_id FROM reviews) EXCEPT SELECT 7;

-- UNION with ORDER BY and LIMIT
SELECT full_name AS n, id FROM people UNION ALL SELECT title, id FROM products ORDER BY n, 2 LIMIT 5;

-- UNION of literals only
SELECT 'a' UNION SELECT 'b';

-- GROUP BY an expression
SELECT date_trunc('day', placed_at) AS day, count(*) FROM orders GROUP BY date_trunc('day', placed_at);

-- GROUP BY an alias and a number
SELECT extract(year FROM placed_at) AS year, state, count(*) FROM orders GROUP BY year, 2 ORDER BY 3 DESC;

-- GROUP BY the primary key
SELECT p.id, p.full_name, p.home, count(o.id) FROM people p LEFT JOIN orders o ON o.person_id = p.id GROUP BY p.id;

-- HAVING
SELECT category_id, avg(price) FROM products GROUP BY category_id HAVING count(*) > $1 AND max(price) < 100;

-- grouping sets
SELECT category_id, tax_rate, grouping(category_id, tax_rate), sum(price) FROM products GROUP BY GROUPING SETS ((category_id), (tax_rate), ());

-- rollup and cube
SELECT state, person_id, count(*) FROM orders GROUP BY ROLLUP (state, person_id), CUBE (paid_at);

-- GROUP BY DISTINCT
SELECT state, client, count(*) FROM orders GROUP BY DISTINCT ROLLUP (state, client), ROLLUP (state);

-- aggregates with DISTINCT, ORDER BY and FILTER
SELECT count(DISTINCT person_id), string_agg(note, ', ' ORDER BY id), array_agg(id ORDER BY placed_at DESC), count(*) FILTER (WHERE state = 'paid') AS paid FROM orders;

-- aggregates of numbers
SELECT sum(quantity), sum(unit_price), avg(quantity), sum(line), avg(unit_price), min(line), max(unit_price), stddev(quantity), variance(unit_price) FROM order_items;

-- aggregates of other types
SELECT min(born), max(joined_at), bool_and(active), every(active), sum(height), avg(weight), sum(weight), max(nick), min(wakes_at), max(scores) FROM people;

-- aggregates of JSON
SELECT json_agg(p), jsonb_agg(p.title), json_object_agg(p.sku, p.price), jsonb_object_agg(p.id, p.tags) FROM products p;

-- aggregates of sets in order
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY weight_grams), percentile_disc(0.9) WITHIN GROUP (ORDER BY price), mode() WITHIN GROUP (ORDER BY category_id), rank(5) WITHIN GROUP (ORDER BY id) FROM products;

-- percentiles of an array
SELECT percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY price) FROM products;

-- statistics
SELECT corr(height, weight), regr_slope(height, weight), regr_count(weight, height), covar_pop(weight, weight) FROM people;

-- an aggregate of ours
SELECT product_of(unit_price), product_of(quantity) FROM order_items;

-- window functions
SELECT id, row_number() OVER (ORDER BY placed_at), rank() OVER w, dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w, ntile(4) OVER w FROM orders WINDOW w AS (PARTITION BY person_id ORDER BY placed_at);

-- lag and lead
SELECT placed_at - lag(placed_at) OVER (ORDER BY placed_at), lead(note, 2, 'none') OVER (ORDER BY id), first_value(state) OVER w, last_value(discount) OVER w, nth_value(client, 2) OVER w FROM orders WINDOW w AS (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

-- aggregates as window functions
SELECT sum(quantity) OVER (PARTITION BY order_id ORDER BY line), avg(unit_price) OVER (), count(*) OVER (ORDER BY line RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM order_items;

-- a window over an aggregate
SELECT category_id, sum(price), rank() OVER (ORDER BY sum(price) DESC) AS place FROM products GROUP BY category_id;

-- a window that extends another
SELECT max(price) OVER (w ORDER BY id) FROM products WINDOW w AS (PARTITION BY category_id);

-- window frame with groups and exclusion
SELECT sum(price) OVER (ORDER BY category_id GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM products;

-- DISTINCT
SELECT DISTINCT state, date(placed_at) FROM orders ORDER BY 2;

-- DISTINCT ON
SELECT DISTINCT ON (person_id) person_id, id, placed_at FROM orders ORDER BY person_id, placed_at DESC;

-- ORDER BY things that are not shown
SELECT title FROM products ORDER BY price DESC NULLS LAST, lower(sku), id;

-- ORDER BY an alias
SELECT price * 1.19 AS gross FROM products ORDER BY gross;

-- LIMIT and OFFSET with parameters
SELECT id FROM orders ORDER BY id LIMIT $1 OFFSET $2;

-- FETCH FIRST
SELECT id FROM orders ORDER BY id OFFSET 10 ROWS FETCH FIRST 5 ROWS WITH TIES;

-- FOR UPDATE
SELECT o.id, p.email FROM orders o JOIN people p ON p.id = o.person_id WHERE o.state = 'new' FOR UPDATE OF o SKIP LOCKED;

-- TABLESAMPLE
SELECT id FROM products TABLESAMPLE SYSTEM (10) REPEATABLE (1);

-- ONLY and inherited tables
SELECT d.id, d.title FROM ONLY documents d UNION ALL SELECT i.id, i.number FROM invoices i;

-- inherited columns first
SELECT * FROM invoices;

-- a partition and its parent
SELECT e.*, f.took FROM events_2024 e JOIN events f ON f.id = e.id;

-- a view
SELECT name, orders, last_order FROM customers WHERE orders > 10;

-- a view with named columns
SELECT * FROM order_totals ORDER BY total DESC;

-- a view of a star
SELECT * FROM active_people;

-- a recursive view
SELECT * FROM category_tree;

-- a materialized view
SELECT month, revenue / NULLIF(buyers, 0) AS each FROM monthly_sales;

-- a view of another schema
SELECT a.*, (a.best).shelf FROM stock.available a;

-- a sequence as a table
SELECT last_value, is_called FROM ticket_numbers;

-- a sequence with a star
SELECT * FROM ticket_numbers;

-- a function in FROM
SELECT * FROM top_products(5);

-- a function in FROM with its default
SELECT t.title, t.sold FROM top_products() AS t;

-- a function that gives rows of a table
SELECT o.id, o.state FROM orders_of(1) o WHERE o.discount > 0;

-- a function with named arguments
SELECT * FROM orders_of(since => now() - interval '7 days', person => $1);

-- a function with OUT arguments in FROM
SELECT first, last FROM split_name('Ada Lovelace');

-- a function with OUT arguments in the list
SELECT split_name(full_name), (split_name(full_name)).last FROM people;

-- all fields of a function
SELECT (split_name(full_name)).* FROM people;

-- generate_series of numbers
SELECT n, n * 10 FROM generate_series(1, 10) AS n;

-- generate_series of days
SELECT d::date AS day, count(o.id) FROM generate_series('2024-01-01'::timestamp, '2024-12-31', '1 day') AS d LEFT JOIN orders o ON o.placed_at::date = d::date GROUP BY d ORDER BY d;

-- generate_series keeps the name of the function
SELECT * FROM generate_series(1, 3);

-- a function in FROM with WITH ORDINALITY
SELECT * FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY;

-- several arrays at once
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['x', 'y']) AS u (a, b);

-- ROWS FROM
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['x', 'y'])) AS r (n, letter);

-- a set in the list
SELECT id, unnest(tags) AS tag, generate_series(1, 2) FROM products;

-- a function with column definitions
SELECT x.name, x.age FROM json_to_recordset('[]') AS x (name text, age integer);

-- jsonb_to_record
SELECT r.* FROM people, jsonb_to_record(settings) AS r (lang character varying(5), limits integer[]);

-- rows of JSON into a table
SELECT p.sku, p.price FROM jsonb_populate_recordset(NULL::products, '[]') AS p;

-- keys and values of JSON
SELECT e.id, kv.key, kv.value FROM events e CROSS JOIN LATERAL jsonb_each_text(e.payload) AS kv;

-- elements of JSON
SELECT e.id, elem ->> 'sku' AS sku FROM events e, jsonb_array_elements(e.payload -> 'items') AS elem;

-- a star over elements
SELECT * FROM jsonb_array_elements_text('["a"]'), json_object_keys('{"a": 1}'), jsonb_each('{}') AS j;

-- JSON_TABLE
SELECT jt.* FROM events, JSON_TABLE(payload, '$.items[*]' COLUMNS (n FOR ORDINALITY, sku text PATH '$.sku', amount integer PATH '$.amount', raw jsonb PATH '$')) AS jt;

-- XMLTABLE
SELECT x.* FROM XMLTABLE('/rows/row' PASSING CAST('<rows/>' AS xml) COLUMNS id integer PATH '@id', name text PATH 'name', n FOR ORDINALITY) AS x;

-- regexp_matches in FROM
SELECT m FROM people, regexp_matches(full_name, '(\w+) (\w+)') AS m;

-- regexp_split_to_table
SELECT word, count(*) FROM products, regexp_split_to_table(description, '\s+') AS word GROUP BY word;

-- a whole row
SELECT p FROM products p;

-- a whole row as text and JSON
SELECT p::text, to_jsonb(p), row_to_json(p), to_json(o.*) FROM products p, orders o;

-- a whole row given to a function
SELECT label(p), p.label, label(pr) FROM people p, products pr;

-- fields of a composite column
SELECT (home).town, (p.home).zip, (p.home).* FROM people p;

-- count of rows of an alias
SELECT count(p), count(p.*), count(DISTINCT p) FROM people p;

-- IS NULL of a row
SELECT p IS NULL, p.home IS NOT NULL FROM people p;

-- system columns
SELECT ctid, xmin, tableoid::regclass, p.cmax FROM people p;

-- tables of the catalog
SELECT c.relname, n.nspname, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = $1;

-- views of the information schema
SELECT table_name, column_name, data_type, ordinal_position FROM information_schema.columns WHERE table_schema = 'public';

-- views of statistics
SELECT relname, seq_scan, last_vacuum FROM pg_stat_user_tables;

-- pg_catalog with its name
SELECT t.typname, pg_catalog.format_type(t.oid, NULL) FROM pg_catalog.pg_type t;

-- nested subqueries
SELECT a.n FROM (SELECT b.n + 1 AS n FROM (SELECT c.n * 2 AS n FROM (SELECT 1 AS n) c) b) a;

-- a subquery that sees two levels up
SELECT p.id FROM people p WHERE p.id = (SELECT max(o.person_id) FROM orders o WHERE o.id IN (SELECT i.order_id FROM order_items i WHERE i.unit_price > p.height));

-- a report with everything
WITH sales AS (SELECT p.category_id, date_trunc('month', o.placed_at) AS month, sum(i.quantity * i.unit_price) AS revenue FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id WHERE o.placed_at >= $1 GROUP BY 1, 2), ranked AS (SELECT s.*, rank() OVER (PARTITION BY month ORDER BY revenue DESC) AS place, lag(revenue) OVER (PARTITION BY category_id ORDER BY month) AS before FROM sales s) SELECT c.name, r.month::date, r.revenue, r.place, round(100.0 * (r.revenue - r.before) / NULLIF(r.before, 0), 1) AS growth FROM ranked r JOIN categories c ON c.id = r.category_id WHERE r.place <= $2 ORDER BY r.month, r.place;

-- orders of a person with items as JSON
SELECT o.id, o.state, coalesce(json_agg(json_build_object('sku', p.sku, 'n', i.quantity)) FILTER (WHERE i.line IS NOT NULL), '[]') AS items FROM orders o LEFT JOIN order_items i ON i.order_id = o.id LEFT JOIN products p ON p.id = i.product_id WHERE o.person_id = $1 GROUP BY o.id;

-- comments and odd spacing
SELECT/* all */id -- the key
 ,name/**/FROM
  categories;

-- names that are not ASCII
SELECT full_name AS "größe", 'naïve' AS "Ünïcode" FROM people "menschen";
