-- insert values
INSERT INTO categories (parent_id, name) VALUES (1, 'Books');

-- insert with parameters
INSERT INTO people (email, full_name, nick, born, height, active, phones, settings, wakes_at, initials) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id, joined_at;

-- insert without a list of columns
INSERT INTO stock.halls VALUES ($1, $2, $3, $4);

-- insert fewer values than columns
INSERT INTO settings VALUES ('a', '{}');

-- insert several rows
INSERT INTO order_items (order_id, line, product_id, quantity, unit_price) VALUES ($1, 1, $2, $3, $4), ($1, 2, $5, DEFAULT, 9.99);

-- insert default values
INSERT INTO audit.log DEFAULT VALUES RETURNING *;

-- insert a query
INSERT INTO order_items (order_id, line, product_id, unit_price) SELECT $1, row_number() OVER (), id, price FROM products WHERE category_id = $2;

-- insert a query that needs assignment casts
INSERT INTO products (sku, title, price, category_id) SELECT name, name, id, id FROM categories;

-- insert with RETURNING of expressions
INSERT INTO orders (person_id, state, note) VALUES ($1, 'paid', lower($2)) RETURNING id, state, placed_at::date AS day, upper(note), orders.*;

-- insert with an alias
INSERT INTO categories AS c (name) VALUES ($1) RETURNING c.id, c.name;

-- insert with OVERRIDING
INSERT INTO people (id, email, full_name) OVERRIDING SYSTEM VALUE VALUES (1, 'a@b', 'A');

-- insert or do nothing
INSERT INTO people (email, full_name) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING RETURNING id;

-- insert or update
INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value, "Changed At" = now() RETURNING key, "Changed At";

-- insert or update with a condition
INSERT INTO stock.levels AS l (product_id, hall_id, amount) VALUES ($1, $2, $3) ON CONFLICT (product_id, hall_id) DO UPDATE SET amount = l.amount + excluded.amount WHERE l.amount < $4 RETURNING l.amount, (l.at).hall;

-- insert or update on a constraint
INSERT INTO categories (parent_id, name) VALUES ($1, $2) ON CONFLICT ON CONSTRAINT categories_parent_id_name_key DO UPDATE SET name = excluded.name;

-- insert or update by a partial index
INSERT INTO people (email, full_name, nick) VALUES ('a@b', 'A', $1) ON CONFLICT (lower(nick)) WHERE nick IS NOT NULL DO NOTHING;

-- insert into fields of a composite
INSERT INTO people (email, full_name, home.town, scores[1]) VALUES ($1, $2, $3, $4);

-- insert into a view
INSERT INTO active_people (email, full_name) VALUES ($1, $2) RETURNING id, full_name;

-- insert with a CTE
WITH src AS (SELECT id FROM people WHERE nick = $1) INSERT INTO orders (person_id) SELECT id FROM src RETURNING id;

-- insert into a partition
INSERT INTO events (kind, happened_at, payload, took) VALUES ($1, now(), $2, $3) RETURNING id, happened_at;

-- insert an array and a range
INSERT INTO products (sku, title, price, category_id, tags, available, attributes) VALUES ($1, $2, $3, $4, ARRAY[$5, 'new'], daterange($6, $7), json_build_object('a', $8::int));

-- insert from unnest
INSERT INTO stock.moves (product_id, amount, reason) SELECT * FROM unnest($1::int[], $2::int[], $3::text[]);

-- insert with a subquery as a value
INSERT INTO reviews (person_id, product_id, stars) VALUES ((SELECT id FROM people WHERE email = $1), $2, $3);

-- insert with CASE as a value
INSERT INTO orders (person_id, state) VALUES ($1, CASE WHEN $2 THEN 'paid'::order_state ELSE 'new' END);

-- update
UPDATE products SET price = price * 1.1 WHERE category_id = 5;

-- update with parameters
UPDATE people SET full_name = $1, nick = $2, born = $3, settings = settings || $4, active = NOT active, last_seen = now() WHERE id = $5;

-- update with RETURNING
UPDATE orders SET state = 'sent', paid_at = coalesce(paid_at, now()) WHERE id = $1 RETURNING id, state, paid_at, now() - placed_at AS waited;

-- update with RETURNING of everything
UPDATE categories SET name = upper(name) RETURNING *;

-- update with FROM
UPDATE order_items i SET unit_price = p.price FROM products p WHERE p.id = i.product_id AND i.order_id = $1 RETURNING i.line, p.title;

-- update with a join in FROM
UPDATE orders AS o SET note = p.nick FROM people p JOIN reviews r ON r.person_id = p.id WHERE p.id = o.person_id AND r.stars = $1;

-- update of several columns at once
UPDATE people SET (nick, born) = ($1, $2) WHERE id = $3;

-- update of several columns from a subquery
UPDATE products p SET (price, cost) = (SELECT avg(unit_price), min(unit_price) FROM order_items i WHERE i.product_id = p.id) WHERE p.id = $1;

-- update of a field and an element
UPDATE people SET home.town = $1, scores[2] = $2, phones[1:2] = $3, settings['lang'] = $4 WHERE id = 1;

-- update to the default
UPDATE products SET tax_rate = DEFAULT, tags = DEFAULT WHERE tax_rate IS NULL;

-- update with a subquery
UPDATE products SET weight_grams = (SELECT max(amount) FROM stock.levels WHERE product_id = products.id) WHERE id IN (SELECT product_id FROM reviews);

-- update with a CTE
WITH late AS (SELECT id FROM orders WHERE placed_at < now() - interval '30 days') UPDATE orders SET state = 'returned' FROM late WHERE late.id = orders.id RETURNING orders.id;

-- update of a view
UPDATE active_people SET nick = $1 WHERE email = $2 RETURNING nick;

-- update with old and new values
UPDATE products SET price = $1 WHERE id = $2 RETURNING old.price AS before, new.price AS after, new.price - old.price AS change;

-- update with other names for old and new
UPDATE products SET price = 1 RETURNING WITH (OLD AS o, NEW AS n) o.price, n.price, o.*;

-- update ONLY
UPDATE ONLY documents SET title = $1;

-- delete
DELETE FROM reviews WHERE stars < 2;

-- delete with parameters
DELETE FROM orders WHERE id = $1 AND state = $2;

-- delete with USING
DELETE FROM order_items i USING orders o WHERE o.id = i.order_id AND o.state = 'returned' RETURNING i.*, o.placed_at;

-- delete with RETURNING
DELETE FROM settings WHERE key LIKE $1 RETURNING key, value ->> 'a' AS a, "order";

-- delete with a subquery
DELETE FROM people p WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.person_id = p.id) AND p.joined_at < $1;

-- delete with old values
DELETE FROM categories RETURNING old.name, new.name;

-- delete and insert in one
WITH moved AS (DELETE FROM orders WHERE id = $1 RETURNING id, note) INSERT INTO audit.log (what, before) SELECT note, to_jsonb(moved) FROM moved RETURNING id, what;

-- merge
MERGE INTO stock.levels l USING stock.moves m ON l.product_id = m.product_id AND l.hall_id = m.to_hall WHEN MATCHED AND m.amount = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET amount = l.amount + m.amount WHEN NOT MATCHED THEN INSERT (product_id, hall_id, amount) VALUES (m.product_id, m.to_hall, m.amount);

-- merge with a subquery and RETURNING
MERGE INTO settings AS s USING (SELECT $1::text AS key, $2::json AS value) AS n ON n.key = s.key WHEN MATCHED THEN UPDATE SET value = n.value WHEN NOT MATCHED THEN INSERT (key, value) VALUES (n.key, n.value) RETURNING merge_action(), s.key, n.value;

-- merge by source
MERGE INTO categories c USING (VALUES (1, 'a'), (2, 'b')) AS v (id, name) ON v.id = c.id WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED BY TARGET THEN INSERT (name) VALUES (v.name);

-- merge with parameters
MERGE INTO products p USING (SELECT 1 AS one) s ON p.sku = $1 WHEN MATCHED THEN UPDATE SET price = $2, title = $3 WHEN NOT MATCHED THEN INSERT (sku, title, price, category_id) VALUES ($1, $3, $2, $4);

-- merge with a CTE
WITH src AS (SELECT product_id, sum(quantity) AS sold FROM order_items GROUP BY product_id) MERGE INTO products p USING src ON src.product_id = p.id WHEN MATCHED AND p.weight_grams > src.sold THEN UPDATE SET weight_grams = weight_grams - sold;

-- upsert of JSON
INSERT INTO settings (key, value) SELECT k, v FROM json_each($1) AS e (k, v) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value WHERE settings.value::text <> EXCLUDED.value::text;

-- a queue
UPDATE orders SET state = 'paid' WHERE id = (SELECT id FROM orders WHERE state = 'new' ORDER BY placed_at FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING *;

-- archive with three CTEs
WITH doomed AS (SELECT id FROM orders WHERE state = 'returned' LIMIT $1), items AS (DELETE FROM order_items USING doomed WHERE order_id = doomed.id RETURNING order_items.*), gone AS (DELETE FROM orders USING doomed WHERE orders.id = doomed.id RETURNING orders.*) SELECT g.id, g.state, count(i.line) AS lines, sum(i.unit_price) AS worth FROM gone g LEFT JOIN items i ON i.order_id = g.id GROUP BY g.id, g.state;
