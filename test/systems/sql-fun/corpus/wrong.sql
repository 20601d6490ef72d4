-- 42P01 a table that is not there
SELECT * FROM persons;

-- 42P01 a table that is not there, later in FROM
SELECT p.id FROM people p JOIN order_itmes i ON i.order_id = p.id;

-- 42P01 a table of a schema that does not have it
SELECT * FROM stock.people;

-- 42P01 a table of another schema without its name
SELECT * FROM levels;

-- 3F000 a type of a schema that is not there
SELECT 'x'::storage.place;

-- 42P01 a table of a schema that is not there
SELECT * FROM storage.levels;

-- 42P01 a table in a subquery
SELECT id FROM people WHERE id IN (SELECT person_id FROM ordres);

-- 42P01 a table in a CTE
WITH x AS (SELECT * FROM nowhere) SELECT * FROM x;

-- 42P01 a table in EXISTS
SELECT EXISTS (SELECT 1 FROM no_such_table);

-- 42P01 a CTE that comes later
WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a;

-- 42P01 a CTE that is not recursive and names itself
WITH tree AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM tree) SELECT * FROM tree;

-- 42P01 a table by a quoted name with capitals
SELECT * FROM "People";

-- 42P01 an alias that is not there
SELECT q.id FROM people p;

-- 42P01 an alias hides its table
SELECT people.id FROM people p;

-- 42P01 an alias of a subquery is not seen inside another
SELECT * FROM (SELECT id FROM people) a, (SELECT a.id) b;

-- 42P01 an alias in ON that comes later
SELECT 1 FROM people p JOIN orders o ON i.order_id = o.id JOIN order_items i ON true;

-- 42P01 a star of an alias that is not there
SELECT x.* FROM people p;

-- 42P01 insert into a table that is not there
INSERT INTO persons (name) VALUES ('x');

-- 42P01 update of a table that is not there
UPDATE persons SET name = 'x';

-- 42P01 delete from a table that is not there
DELETE FROM persons WHERE id = 1;

-- 42P01 merge into a table that is not there
MERGE INTO persons p USING people q ON p.id = q.id WHEN MATCHED THEN DELETE;

-- 42P01 a table that update does not have
UPDATE orders SET note = p.nick WHERE p.id = person_id;

-- 42P01 excluded outside of ON CONFLICT
INSERT INTO settings (key) VALUES ('a') RETURNING excluded.key;

-- 42P01 a table in the middle of a text that is not ASCII
SELECT 'größe', 'naïve 😀', x.id FROM people p;

-- 42P01 the second line
SELECT p.id
FROM people p
  JOIN ordrs o ON o.person_id = p.id;

-- 42703 a column that is not there
SELECT emial FROM people;

-- 42703 a column of an alias
SELECT p.name FROM people p;

-- 42703 a column in WHERE
SELECT id FROM orders WHERE status = 'new';

-- 42703 a column in ON
SELECT 1 FROM people p JOIN orders o ON o.people_id = p.id;

-- 42703 a column in USING
SELECT 1 FROM people JOIN orders USING (person_id);

-- 42703 a column in GROUP BY
SELECT count(*) FROM orders GROUP BY region;

-- 42703 a column in ORDER BY
SELECT id FROM orders ORDER BY created;

-- 42703 a column in HAVING
SELECT person_id FROM orders GROUP BY person_id HAVING max(total) > 5;

-- 42703 an alias of the list in WHERE
SELECT price * 2 AS twice FROM products WHERE twice > 5;

-- 42703 a column in a function
SELECT upper(nam) FROM people;

-- 42703 a column in CASE
SELECT CASE WHEN activ THEN 1 END FROM people;

-- 42703 a column of a view
SELECT total_price FROM order_totals;

-- 42703 a column that a subquery does not give
SELECT s.price FROM (SELECT id FROM products) s;

-- 42703 a column that a CTE does not give
WITH x AS (SELECT id FROM products) SELECT title FROM x;

-- 42703 a column renamed by an alias
SELECT c.name FROM categories AS c (a, b, n, p);

-- 42703 a column without FROM
SELECT name;

-- 42703 double quotes around a text
SELECT id FROM people WHERE nick = "ada";

-- 42703 a column with capitals in quotes
SELECT "Email" FROM people;

-- 42703 insert into a column that is not there
INSERT INTO people (email, fullname) VALUES ('a', 'b');

-- 42703 update of a column that is not there
UPDATE people SET name = 'x' WHERE id = 1;

-- 42703 update with the alias in SET
UPDATE people p SET p.nick = 'x';

-- 42703 a column in RETURNING
INSERT INTO categories (name) VALUES ('x') RETURNING title;

-- 42703 a column in DELETE
DELETE FROM reviews WHERE rating < 3;

-- 42703 a column in ON CONFLICT
INSERT INTO people (email, full_name) VALUES ('a@b', 'x') ON CONFLICT (mail) DO NOTHING;

-- 42703 a column of excluded
INSERT INTO settings (key) VALUES ('a') ON CONFLICT (key) DO UPDATE SET value = excluded.val;

-- 42703 a column in a correlated subquery
SELECT p.id FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.person_id = p.person_id);

-- 42703 a column in a window
SELECT rank() OVER (PARTITION BY region) FROM orders;

-- 42703 a field of a composite
SELECT (home).city FROM people;

-- 42703 a column of a function in FROM
SELECT t.name FROM top_products(3) t;

-- 42703 a column in a join of three
SELECT o.id, i.price FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id;

-- 42703 a column in MERGE
MERGE INTO settings s USING people p ON p.nick = s.name WHEN MATCHED THEN DELETE;

-- 42703 a column in LATERAL
SELECT 1 FROM people p, LATERAL (SELECT o.id FROM orders o WHERE o.person_id = p.ident) x;

-- 42703 a column after text that is not ASCII
SELECT 'ä', "ö" FROM people;

-- 42703 a column in DISTINCT ON
SELECT DISTINCT ON (who) id FROM orders;

-- 42703 a column in FILTER
SELECT count(*) FILTER (WHERE shipped) FROM orders;

-- 42703 a column in an index of an array
SELECT phones[num] FROM people;

-- 42703 a column in VALUES
INSERT INTO categories (name) VALUES (title);

-- 42702 an ambiguous column
SELECT id FROM people p JOIN orders o ON o.person_id = p.id;

-- 42702 an ambiguous column in WHERE
SELECT p.id FROM people p, products q WHERE id = 1;

-- 42702 an ambiguous column in ON
SELECT 1 FROM orders o JOIN order_items i ON order_id = id JOIN people p ON id = person_id;

-- 42702 an ambiguous column in ORDER BY
SELECT a.id, b.id FROM people a, orders b ORDER BY id;

-- 42702 an ambiguous column of a subquery
SELECT x.id FROM (SELECT p.id, o.id FROM people p, orders o) x;

-- 42702 an ambiguous column in USING
SELECT 1 FROM people p JOIN orders o ON true JOIN products q USING (id);

-- 42702 an ambiguous column in UPDATE FROM
UPDATE orders o SET note = 'x' FROM people p WHERE id = 5;

-- 42702 an ambiguous column in ON CONFLICT
INSERT INTO stock.levels (product_id, hall_id, amount) VALUES (1, 1, 1) ON CONFLICT (product_id, hall_id) DO UPDATE SET amount = amount + 1;

-- 42712 the same table twice
SELECT * FROM people, people;

-- 42712 the same alias twice
SELECT 1 FROM people p JOIN orders p ON true;

-- 42712 the same CTE twice
WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a;

-- 42701 a column twice in INSERT
INSERT INTO categories (name, name) VALUES ('a', 'b');

-- 42601 a column twice in UPDATE
UPDATE categories SET name = 'a', name = 'b';

-- 42883 a function that is not there
SELECT uper(full_name) FROM people;

-- 42883 a function with too many arguments
SELECT lower(full_name, nick) FROM people;

-- 42883 a function with arguments of wrong types
SELECT upper(id) FROM people;

-- 42883 a function of ours with a wrong type
SELECT order_total('2024-01-01'::date);

-- 42883 a function of a schema that does not have it
SELECT stock.order_total(1);

-- 3F000 a function of a schema that is not there
SELECT storage.order_total(1);

-- 42883 a function in FROM
SELECT * FROM best_products(5);

-- 42883 a function with a name of an argument that is not there
SELECT * FROM orders_of(person => 1, until => now());

-- 42883 an aggregate of a wrong type
SELECT sum(full_name) FROM people;

-- 42883 round of a double with digits
SELECT round(weight, 2) FROM people;

-- 42883 date_trunc without its unit
SELECT date_trunc(placed_at) FROM orders;

-- 42883 a function that other databases have
SELECT ifnull(nick, 'x') FROM people;

-- 42883 an operator for text and integer
SELECT full_name + 1 FROM people;

-- 42883 a comparison of text and integer
SELECT id FROM people WHERE nick = 5;

-- 42883 a comparison of a bigint and a text column
SELECT 1 FROM people p JOIN products q ON p.id = q.sku;

-- 42883 a comparison of a date and an integer
SELECT id FROM people WHERE born > 2000;

-- 42883 a json equality
SELECT id FROM products WHERE attributes = '{}';

-- 42883 LIKE on a number
SELECT id FROM products WHERE price LIKE '1%';

-- 42883 an operator that is not there
SELECT id <=> 1 FROM people;

-- 42883 a boolean plus one
SELECT active + 1 FROM people;

-- 42883 an enum and a text column
SELECT id FROM orders WHERE state = note;

-- 42883 IN with a subquery of another type
SELECT id FROM people WHERE id IN (SELECT sku FROM products);

-- 42883 jsonb arrow on text
SELECT full_name ->> 'a' FROM people;

-- 42883 two timestamps added
SELECT joined_at + joined_at FROM people;

-- 42883 no order for json
SELECT attributes FROM products ORDER BY attributes;

-- 42883 no grouping for json
SELECT attributes, count(*) FROM products GROUP BY attributes;

-- 42883 a minus in front of a text
SELECT -full_name FROM people;

-- 42704 a type that is not there
SELECT id::intger FROM people;

-- 42704 a type of a schema that does not have it
SELECT 'x'::stock.order_state;

-- 42704 an unknown constraint in ON CONFLICT
INSERT INTO people (email, full_name) VALUES ('a', 'b') ON CONFLICT ON CONSTRAINT no_such DO NOTHING;

-- 42704 an unknown window
SELECT rank() OVER w FROM orders;

-- 42704 an unknown collation
SELECT full_name COLLATE "xx_YY" FROM people;

-- 42804 WHERE is not boolean
SELECT id FROM people WHERE id;

-- 42804 AND of an integer
SELECT id FROM people WHERE active AND id;

-- 42804 NOT of a text
SELECT NOT full_name FROM people;

-- 42804 CASE with a condition that is not boolean
SELECT CASE WHEN id THEN 1 END FROM people;

-- 42804 CASE of two types
SELECT CASE WHEN active THEN id ELSE full_name END FROM people;

-- 42804 COALESCE of two types
SELECT coalesce(born, id) FROM people;

-- 42804 UNION of two types
SELECT id FROM people UNION SELECT nick FROM people;

-- 42804 UNION with a type in the third column
SELECT 1, 2, born FROM people UNION ALL SELECT 1, 2, active FROM people;

-- 42804 VALUES of two types
VALUES (1), (true);

-- 42804 an array of two types
SELECT ARRAY[1, active] FROM people;

-- 42804 insert a text into an integer
INSERT INTO categories (parent_id, name) SELECT name, name FROM categories;

-- 42804 insert an integer into a date
INSERT INTO calendar (day) VALUES (5);

-- 42804 insert a timestamp into an integer
INSERT INTO categories (id, name) VALUES (now(), 'x');

-- 42804 insert a boolean into json
INSERT INTO settings (key, value) VALUES ('a', true);

-- 42804 update an integer with a boolean
UPDATE products SET weight_grams = true;

-- 42804 update an enum with a text column
UPDATE orders SET state = note;

-- 42804 update an array with a scalar
UPDATE products SET tags = 5;

-- 42804 update a jsonb with a text function
UPDATE people SET settings = lower(full_name);

-- 42804 LIMIT is a text column
SELECT id FROM people LIMIT now();

-- 42804 a subscript of an integer
SELECT id[1] FROM people;

-- 42804 ON that is not boolean
SELECT 1 FROM people p JOIN orders o ON o.person_id;

-- 42804 HAVING that is not boolean
SELECT state FROM orders GROUP BY state HAVING count(*);

-- 42809 ANY of something that is not an array
SELECT id FROM people WHERE id = ANY (nick);

-- 42804 an UNION in a recursive CTE of another type
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1.5 FROM n) SELECT * FROM n;

-- 42846 a cast that is not there
SELECT born::integer FROM people;

-- 42846 a cast of a boolean to a date
SELECT active::date FROM people;

-- 42846 a cast of an array to an integer
SELECT scores::integer FROM people;

-- 22P02 a literal that is no integer
SELECT id FROM people WHERE id = 'abc';

-- 22P02 a literal that is no value of the enum
SELECT id FROM orders WHERE state = 'open';

-- 22P02 a cast to an enum that lacks the value
SELECT 'gone'::order_state;

-- 42803 a column that is not grouped
SELECT state, note, count(*) FROM orders GROUP BY state;

-- 42803 a column beside an aggregate
SELECT person_id, count(*) FROM orders;

-- 42803 a star beside GROUP BY
SELECT * FROM orders GROUP BY state;

-- 42803 a column in HAVING that is not grouped
SELECT state FROM orders GROUP BY state HAVING note = 'x';

-- 42803 a column in ORDER BY that is not grouped
SELECT state, count(*) FROM orders GROUP BY state ORDER BY placed_at;

-- 42803 a column of a join that is not grouped
SELECT p.full_name, o.note FROM people p JOIN orders o ON o.person_id = p.id GROUP BY p.id;

-- 42803 an aggregate in WHERE
SELECT state FROM orders WHERE count(*) > 1;

-- 42803 an aggregate in an aggregate
SELECT sum(count(*)) FROM orders;

-- 42803 an aggregate in GROUP BY
SELECT count(*) FROM orders GROUP BY count(*);

-- 42803 an aggregate in ON
SELECT 1 FROM people p JOIN orders o ON max(o.id) = p.id;

-- 42803 an aggregate in UPDATE
UPDATE products SET price = max(price);

-- 42803 an expression that is not grouped as written
SELECT lower(note) FROM orders GROUP BY upper(note);

-- 42P20 a window function in WHERE
SELECT id FROM orders WHERE row_number() OVER () = 1;

-- 42P20 a window function in GROUP BY
SELECT 1 FROM orders GROUP BY rank() OVER ();

-- 42809 a window function without OVER
SELECT row_number() FROM orders;

-- 42809 OVER with a plain function
SELECT lower(note) OVER () FROM orders;

-- 42809 a procedure called as a function
SELECT close_order(5);

-- 42809 DISTINCT in a plain function
SELECT lower(DISTINCT note) FROM orders;

-- 42809 a field of something that is not composite
SELECT (id).x FROM people;

-- 0A000 a set in WHERE
SELECT id FROM people WHERE generate_series(1, 2) = 1;

-- 42601 UNION with another number of columns
SELECT id, nick FROM people UNION SELECT id FROM orders;

-- 42601 more values than columns
INSERT INTO categories (name) VALUES ('a', 'b');

-- 42601 fewer values than columns
INSERT INTO categories (name, parent_id) VALUES ('a');

-- 42601 more values than the table has columns
INSERT INTO settings VALUES ('a', '{}', now(), 1, 2);

-- 42601 VALUES of different lengths
VALUES (1, 2), (3);

-- 42601 a subquery with two columns
SELECT (SELECT id, nick FROM people);

-- 42601 IN with two columns
SELECT id FROM people WHERE id IN (SELECT id, nick FROM people);

-- 42P10 more column aliases than columns
SELECT * FROM categories AS c (a, b, c, d, e);

-- 42P10 more names than a CTE has columns
WITH x (a, b) AS (SELECT 1) SELECT * FROM x;

-- 42P10 ORDER BY a position that is not there
SELECT id, nick FROM people ORDER BY 3;

-- 42P10 GROUP BY a position that is not there
SELECT id FROM people GROUP BY 2;

-- 42P10 DISTINCT with ORDER BY something else
SELECT DISTINCT nick FROM people ORDER BY born;

-- 42P10 DISTINCT ON that does not fit ORDER BY
SELECT DISTINCT ON (person_id) id FROM orders ORDER BY placed_at;

-- 0A000 ORDER BY an expression after UNION
SELECT id FROM people UNION SELECT id FROM orders ORDER BY id + 1;

-- 428C9 insert into a generated column
INSERT INTO products (sku, title, price, category_id, margin) VALUES ('a', 'b', 1, 1, 5);

-- 428C9 insert into an identity column
INSERT INTO people (id, email, full_name) VALUES (1, 'a@b', 'x');

-- 428C9 update of a generated column
UPDATE products SET margin = 1;

-- 42P01 FOR UPDATE OF a table that is not there
SELECT 1 FROM people p FOR UPDATE OF o;

-- 0A000 FOR UPDATE with GROUP BY
SELECT state FROM orders GROUP BY state FOR UPDATE;

-- 42P19 a recursive CTE without a first part
WITH RECURSIVE n AS (SELECT i + 1 AS i FROM n) SELECT * FROM n;

-- 42P19 a recursive CTE with an aggregate
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT max(i) FROM n) SELECT * FROM n;

-- 42601 a word misspelt
SELCT id FROM people;

-- 42601 a comma too many
SELECT id, FROM people;

-- 42601 a bracket missing
SELECT count(id FROM people;

-- 42601 GROUP before WHERE
SELECT state FROM orders GROUP BY state WHERE id = 1;

-- 42601 two tables without a comma
SELECT 1 FROM people AS p orders;

-- 42601 an end too early
SELECT id FROM people WHERE;

-- 42601 a quote that does not end
SELECT 'abc FROM people;

-- 42601 a join without a condition
SELECT 1 FROM people JOIN orders;

-- 42601 a reserved word as a name
SELECT order FROM settings;

-- 42601 backquotes of another database
SELECT `id` FROM people;

-- 42601 LIMIT of another database
SELECT id FROM people LIMIT 5, 10;

-- 42601 TOP of another database
SELECT TOP 5 id FROM people;

-- 42601 a syntax error after text that is not ASCII
SELECT 'äöü€😀' FORM people WHERE 1;

-- 42601 a parameter of another kind
SELECT id FROM people WHERE id = ?;

-- 42601 insert with SET
INSERT INTO people SET nick = 'x';

-- 42P20 a window frame that ends before it begins
SELECT sum(price) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED PRECEDING) FROM products;
