-- arithmetic of integers
SELECT 1 + 1, quantity * line, quantity / 2, quantity % 3, -quantity, line * line, order_id + line, 2 ^ 3, |/ 4.0, @ -5 FROM order_items;

-- arithmetic of numeric
SELECT price * 2, price + tax_rate, price / 3, price * 1.5, price - cost, -price, cost * 2, price ^ 2 FROM products;

-- arithmetic of floats
SELECT height * 2, height * weight, weight + 1.5, height + 1, weight / height FROM people;

-- literals
SELECT 42, 1e10, .5, 0x1F, 1_000, B'101', X'1F', E'a\n', $$text$$, U&'\0041', 12345678901234567890;

-- typed literals
SELECT date '2024-01-01', timestamp '2024-01-01', timestamptz '2024-01-01', time '10:00', interval '1 day', interval '3' hour, numeric '1.5', bool 't', json '{}', point '(1,2)';

-- concatenation
SELECT full_name || ' ' || nick, full_name || id, 'x' || 1, id || 'x', phones || 'one'::text, 1 || scores, scores || scores FROM people;

-- comparisons
SELECT id = 1, full_name < 'b', born >= '2000-01-01', joined_at > last_seen, active = true, height <> weight, id IS DISTINCT FROM invited_by FROM people;

-- logic
SELECT active AND id > 1, NOT active OR nick IS NULL, active IS TRUE, active IS NOT UNKNOWN FROM people;

-- BETWEEN
SELECT price BETWEEN 1 AND 10, price NOT BETWEEN SYMMETRIC 10 AND $1 FROM products;

-- LIKE and regular expressions
SELECT title LIKE 'a%', title NOT ILIKE $1, title ~ '^a', title !~* 'b', title SIMILAR TO 'a|b', sku LIKE 'x!%' ESCAPE '!' FROM products;

-- LIKE with a parameter on a varchar column
SELECT id FROM people WHERE full_name LIKE $1 AND email = $2 AND nick = $3;

-- CASE
SELECT CASE WHEN price > 100 THEN 'dear' WHEN price > 10 THEN 'fair' ELSE 'cheap' END FROM products;

-- CASE of a value
SELECT CASE state WHEN 'new' THEN 1 WHEN 'paid' THEN 2.5 END AS step FROM orders;

-- CASE without ELSE, of columns
SELECT CASE WHEN active THEN full_name END, CASE WHEN active THEN born ELSE joined_at END, CASE WHEN active THEN NULL END FROM people;

-- CASE takes the name of a column in ELSE
SELECT CASE WHEN active THEN nick ELSE full_name END FROM people;

-- COALESCE
SELECT coalesce(nick, full_name), coalesce(born, now()), coalesce(height, 0), coalesce(NULL, 'x'), coalesce($1, id) FROM people;

-- NULLIF, GREATEST, LEAST
SELECT nullif(nick, ''), greatest(height, weight, 1), least(price, 5), nullif(price, 0), greatest(1, 2.5), least(sku, 'x') FROM people, products;

-- casts
SELECT id::text, id::integer, CAST(price AS numeric(6,1)), price::int, '1'::int, price::text, 'x'::varchar(5), 5::varchar, title::char(3), now()::date, '{}'::jsonb FROM products;

-- casts to types of ours
SELECT 'new'::order_state, 'a@b'::email_address, 5::positive_amount, ROW('s', 't', 'z')::address, '(1,2)'::stock.place, 'x'::text::order_state;

-- names of casts
SELECT '1'::int, CAST('x' AS text), id::text, (id + 1)::bigint, '{}'::int[], 'a'::character varying(3), true::int, 1::float4, '1'::double precision FROM orders;

-- casts of arrays
SELECT '{1,2}'::int[], ARRAY[1, 2]::bigint[], scores::text[], phones::varchar(5)[], '{}'::order_state[] FROM people;

-- regclass and friends
SELECT 'people'::regclass, 'people'::regclass::oid, 'now'::regproc, 1::regtype, current_schema()::regnamespace;

-- functions of text
SELECT lower(title), upper(sku), length(title), char_length(sku), substring(title FROM 1 FOR 3), substring(title, 2), trim(both ' ' FROM title), ltrim(title), replace(title, 'a', 'b'), position('a' IN title), left(title, 2), lpad(sku, 5, '0'), initcap(title), reverse(title), split_part(sku, '-', 1), repeat('x', 3), overlay(title PLACING 'xx' FROM 1), concat(id, ' ', title), concat_ws(',', sku, title), format('%s', id), md5(title), ascii(sku), chr(65), quote_ident(title), translate(sku, 'a', 'b'), starts_with(title, 'a') FROM products;

-- functions of numbers
SELECT round(price), round(price, 1), ceil(price), floor(height), abs(-5), abs(price), mod(5, 3), power(2, 3), sqrt(2), trunc(price, 1), sign(-1.5), random(), ln(price), exp(1), div(7, 2), width_bucket(price, 0, 100, 10), pi(), gcd(4, 6), log(10, 100.0), degrees(1), trunc(1.5), ceiling(1.5::float) FROM products, people;

-- to_char and back
SELECT to_char(now(), 'YYYY'), to_char(price, '999'), to_date('2024', 'YYYY'), to_timestamp('2024', 'YYYY'), to_number('1', '9'), to_timestamp(0) FROM products;

-- functions of dates
SELECT now(), current_date, current_timestamp, localtime, localtimestamp(2), current_time(0), clock_timestamp(), age(born), age(now(), joined_at), date_part('year', born), extract(epoch FROM now()), date_trunc('day', joined_at), date_trunc('day', last_seen), make_date(2024, 1, 1), make_interval(days => 3), timeofday(), isfinite(born), justify_days(interval '40 days'), date_bin('15 min', joined_at, '2000-01-01') FROM people;

-- arithmetic of dates
SELECT born + 1, born - 1, born - born, born + interval '1 day', joined_at - interval '1 hour', joined_at - joined_at, now() - last_seen, born + wakes_at, interval '1 day' * 2, interval '1 hour' / 2, current_date - '2024-01-01', current_date - '2024-01-01'::date, wakes_at + interval '1 hour', wakes_at - wakes_at FROM people;

-- time zones
SELECT joined_at AT TIME ZONE 'UTC', last_seen AT TIME ZONE 'UTC', timezone('UTC', joined_at), opens AT TIME ZONE interval '1 hour', joined_at AT LOCAL FROM people, calendar;

-- names of date functions
SELECT extract(day FROM born), date_part('day', born), current_date, born::timestamp, date(joined_at), current_user, session_user, current_catalog, current_role FROM people;

-- OVERLAPS
SELECT (born, born) OVERLAPS (born, interval '1 day') FROM people;

-- arrays
SELECT ARRAY[1, 2, 3], ARRAY['a', 'b'], ARRAY[1, 2.5], ARRAY[[1, 2], [3, 4]], ARRAY[NULL, 1], ARRAY[]::text[], ARRAY[id, 1], ARRAY[price] FROM products;

-- subscripts of arrays
SELECT phones[1], scores[1:2], (ARRAY[1, 2])[1], path[array_length(path, 1)], scores[:2], (string_to_array('a,b', ','))[1] FROM people, categories;

-- functions of arrays
SELECT array_length(phones, 1), cardinality(scores), array_append(phones, 'x'), array_prepend(1, scores), array_cat(scores, scores), array_remove(tags, 'x'), array_position(tags, 'x'), array_to_string(tags, ','), string_to_array('a,b', ','), unnest(scores), array_fill(0, ARRAY[3]), array_dims(scores), array_upper(scores, 1), array_agg(tags) OVER (), trim_array(scores, 1), array_replace(scores, 1, 2), array_ndims(scores), array_sort(scores), array_reverse(phones) FROM people, products;

-- operators of arrays
SELECT tags @> ARRAY['x'], tags && ARRAY['x', 'y'], 'x' = ANY (tags), scores <@ ARRAY[1, 2], 5 > ALL (scores), tags = '{}', scores || 1, tags || $1, id = ANY ($2) FROM people JOIN products USING (id);

-- an array parameter
SELECT id FROM people WHERE id = ANY ($1) AND full_name <> ALL ($2) AND nick = ANY ($3::text[]);

-- a function of ours over arrays
SELECT first_of(tags), first_of(scores), first_of(ARRAY[now()]), smallest(1, 2, 3), smallest(VARIADIC ARRAY[1, 2]) FROM people, products;

-- operators of JSON
SELECT settings -> 'a', settings ->> 'a', settings -> 'a' -> 0, settings #> '{a,b}', settings #>> '{a,b}', settings ? 'a', settings ?| ARRAY['a'], settings @> '{"a": 1}', settings || '{"b": 2}', settings - 'a', settings #- '{a}', settings @? '$.a', settings @@ '$.a == 1' FROM people;

-- operators of json
SELECT attributes -> 'a', attributes ->> 0, attributes #>> '{a}', (attributes ->> 'n')::int + 1 FROM products;

-- subscripts of jsonb
SELECT settings['a'], settings['a']['b'], (payload['n'])::int FROM people, events;

-- functions of JSON
SELECT jsonb_build_object('a', 1), json_build_array(1, 'x'), to_jsonb(id), jsonb_set(settings, '{a}', '1'), jsonb_array_length(settings), jsonb_typeof(settings), jsonb_pretty(settings), json_strip_nulls('{}'), jsonb_extract_path_text(settings, 'a', 'b'), row_to_json(p), jsonb_path_query_first(settings, '$.a'), jsonb_path_exists(settings, '$.a'), json_object('{a,b}'), array_to_json(scores), jsonb_insert(settings, '{a}', '1'), jsonb_object_keys(settings) FROM people p;

-- SQL/JSON
SELECT JSON_OBJECT('a' : 1), JSON_ARRAY(1, 2), JSON_VALUE(settings, '$.a'), JSON_QUERY(settings, '$.a'), JSON_EXISTS(settings, '$.a'), JSON_VALUE(settings, '$.n' RETURNING int), settings IS JSON OBJECT, JSON_OBJECT('k' : id RETURNING jsonb), JSON('{}'), JSON_SCALAR(1), JSON_SERIALIZE(settings) FROM people;

-- SQL/JSON aggregates
SELECT JSON_ARRAYAGG(id ORDER BY id), JSON_OBJECTAGG(sku : price), JSON_ARRAYAGG(title RETURNING jsonb) FROM products;

-- ranges
SELECT available @> current_date, available && daterange('2024-01-01', '2024-02-01'), lower(available), upper(available), isempty(available), available * available, lower_inc(available), period -|- period, period @> placed_at, range_merge(available, available), int4range(1, 5), numrange(1.0, 2.0), tstzrange(now(), NULL), '[1,5)'::int8range FROM products, orders;

-- multiranges
SELECT range_agg(available), '{[1,2)}'::int4multirange, multirange(available), unnest(range_agg(available)) FROM products GROUP BY available;

-- a range type of ours
SELECT prices, lower(prices), prices @> 5.0, price_range(1, 2), prices * price_range(1, 5, '[]') FROM calendar;

-- enums
SELECT state = 'new', state > 'paid', state::text, enum_range(state), enum_first(NULL::order_state), enum_last(state), enum_range(NULL::order_state), max(state) OVER (), ARRAY[state, 'paid'] FROM orders;

-- an enum and a parameter
SELECT id FROM orders WHERE state = $1 AND state = ANY ($2) AND note IS NOT DISTINCT FROM $3;

-- domains
SELECT email, email || 'x', lower(email), cost, cost + 1, sum(amount) OVER (), coalesce(cost, 0), email = 'x', length(email), max(email) OVER (), greatest(cost, 1), codes, codes[1], codes || 'x'::varchar FROM people, products, payments, calendar;

-- composites
SELECT home, (home).town, ROW(1, 'a'), (1, 2) = (1, 3), ROW(1, 2.5, 'x'), home = ship_to, ROW(home.*) IS NULL, home ~~= ship_to FROM people p, orders AS o, LATERAL (SELECT (p.home).*) AS home;

-- bytes and bits
SELECT picture, length(picture), encode(picture, 'hex'), decode('00', 'hex'), picture || picture, flags & B'00001111', flags << 1, ~flags, get_byte(picture, 0), sha256(picture), bit_length(title), flags::int, '\x00'::bytea FROM products, orders;

-- uuid
SELECT gen_random_uuid(), guid, guid = $1, guid::text, uuidv7(), uuidv4() FROM products;

-- network
SELECT client, host(client), masklen(client), client << '10.0.0.0/8', network(client), client + 1, set_masklen(client, 8), family(client) FROM orders;

-- text search
SELECT to_tsvector('english', title), search @@ to_tsquery('a & b'), ts_rank(search, plainto_tsquery('a')), ts_headline(description, to_tsquery('a')), setweight(search, 'A'), search || search, websearch_to_tsquery($1), numnode(to_tsquery('a')) FROM products;

-- geometry
SELECT centre, area @> centre, centre <-> point(0, 0), centre[0], circle(centre, 1), area(area), box(centre, centre), width(area), center(area) FROM stock.halls;

-- XML
SELECT xmlelement(name a, title), xmlforest(sku, title AS t), xmlconcat('<a/>', '<b/>'), xmlparse(content 'x'), xmlserialize(content '<a/>'::xml AS text), xpath('/a', '<a/>'::xml), xmlagg('<a/>'::xml) OVER (), '<a/>'::xml IS DOCUMENT, xmlexists('/a' PASSING CAST('<a/>' AS xml)) FROM products;

-- money and others
SELECT 5::money, '1'::money * 2, 1::oid, 'x'::name, 'a'::"char", '1'::xid, pg_lsn '0/0', '<1,2>'::text;

-- functions of the system
SELECT version(), current_database(), current_setting('search_path'), pg_backend_pid(), inet_client_addr(), pg_size_pretty(1::bigint), pg_relation_size('people'), pg_typeof(1), txid_current(), current_schemas(true), obj_description('people'::regclass), col_description(1, 1), pg_get_viewdef('customers'::regclass), has_table_privilege('people', 'select'), to_regclass('people'), nextval('ticket_numbers'), currval('ticket_numbers'), lastval(), pg_sleep(0), set_config('a.b', 'c', true);

-- functions of ours
SELECT order_total(id), stock.amount_of(5), next_ticket(), order_total(NULL), order_total($1) FROM orders;

-- functions with a schema
SELECT public.order_total(1), pg_catalog.lower('X'), pg_catalog.now();

-- operators with a schema
SELECT 1 OPERATOR(pg_catalog.+) 2, 'a' OPERATOR(pg_catalog.||) 'b';

-- collations
SELECT full_name COLLATE "C", full_name COLLATE "C" < nick, lower(nick COLLATE "C") FROM people ORDER BY nick COLLATE "C";

-- names of results
SELECT count(*), sum(price), price + 1, upper(title), 'x', NULL, ARRAY[1], (SELECT 1), EXISTS (SELECT 1), coalesce(title, sku), nullif(1, 2), greatest(1, 2), ROW(1), CASE WHEN true THEN 1 END, tags[1], NOT true, price IS NULL, xmlelement(name b), (title), grouping(title) FROM products GROUP BY title, price, sku, tags;

-- names of results of casts over things
SELECT upper(title)::varchar, (price + 1)::int, CASE WHEN true THEN id END::text, (SELECT id FROM orders LIMIT 1)::text, tags[1]::varchar(3), coalesce(id, 1)::bigint, count(*)::int FROM products GROUP BY title, price, id, tags;

-- modifiers that stay
SELECT sku, price, tax_rate, coalesce(sku, sku), CASE WHEN true THEN price ELSE price END, nullif(sku, 'x'), (SELECT sku FROM products LIMIT 1), max(sku) OVER (), price::numeric(10,2), (ARRAY[sku])[1], ARRAY[sku], first_value(price) OVER (), least(price, price) FROM products;

-- modifiers that go
SELECT sku || '', price + 0, coalesce(sku, 'x'), coalesce(price, 0), CASE WHEN true THEN price ELSE tax_rate END, upper(sku), sum(price) OVER (), -price FROM products;

-- modifiers of times
SELECT written_at, written_at + interval '1 day', now()::timestamp(0), written_at::timestamptz, '1 day'::interval day, interval '1' day, current_timestamp(3), shift, shift * 2, time(2) '10:00' FROM reviews, calendar;

-- characters of fixed length
SELECT initials, initials || 'x', (home).zip, lower(initials), 'a'::char, 'abc'::char(2), initials = 'abc', coalesce(initials, 'x'), initials::text, trim(initials) FROM people;

-- parameters everywhere
SELECT $1::int + 1, $2 || 'x', coalesce($3, 5), CASE WHEN $4 THEN 1 ELSE 2 END, upper($5), ARRAY[$6, 1], now() - $7::interval, $8::text;

-- parameters in conditions
SELECT id FROM products WHERE price > $1 AND title = $2 AND tags @> $3 AND available @> $4::date AND category_id IN ($5, $6) AND guid = $7 AND weight_grams BETWEEN $8 AND $9 AND ($10::text IS NULL OR sku = $10);

-- parameters with arithmetic
SELECT price * $1, weight_grams + $2, products.id - $3, price / ($4 + 1), -($5::int), born + $6::int FROM products, people;

-- parameters with dates
SELECT id FROM orders WHERE placed_at >= $1 AND placed_at < $1 + interval '1 day' AND paid_at::date = $2 AND placed_at > now() - $3 * interval '1 day';

-- a parameter used twice
SELECT id FROM people WHERE nick = $1 OR full_name = $1 OR email = $1;

-- a parameter in a subquery
SELECT (SELECT max(price) FROM products WHERE category_id = $1), EXISTS (SELECT FROM orders WHERE id = $2);

-- parameters of JSON
SELECT id FROM events WHERE payload @> $1 AND payload ->> $2 = $3 AND payload -> 'a' = $4 AND payload ? $5 AND payload #>> $6 = 'x';

-- parameters of functions
SELECT order_total($1), substring($2, $3, $4), date_trunc($5, now()), jsonb_set('{}', $6, $7), round($8, 2), lpad($9, $10), array_position(ARRAY['x'], $11);

-- a parameter in the list that nothing tells about
SELECT $1, $2 AS named;

-- a parameter in a set operation
SELECT id FROM people UNION SELECT $1;

-- a parameter in VALUES
SELECT * FROM (VALUES ($1, 1), (now(), $2)) AS v (a, b);

-- row and array comparisons with parameters
SELECT id FROM orders WHERE (person_id, state) = ($1, $2) AND id <> ALL ($3::bigint[]) AND ROW(id, note) IS DISTINCT FROM ROW($4, $5);

-- comparisons of different types
SELECT i.line = i.quantity, i.unit_price > i.quantity, p.height = 1.5, p.born = p.joined_at, p.born < p.last_seen, o.state = 'new', p.full_name = p.nick, p.id = i.line FROM order_items i, people p, orders o;

-- unknown literals become what the other side is
SELECT born = '2024-01-01', id = '5', scores = '{1}', settings = '{}', active = 'yes', '2024-01-01' < born, height = '1.5', wakes_at < '10:00', born - '2024-01-01' FROM people;

-- two unknown literals
SELECT 'a' = 'b', 'a' || 'b', 'a' < 'b', NULL = NULL, NULL || 'x', 'a' LIKE 'b', NULL + 1;

-- quantities and percent
SELECT count(*) * 100.0 / sum(count(*)) OVER (), count(*)::float / 2, sum(quantity)::int / 3, avg(quantity)::numeric(5,2), sum(quantity * unit_price) / count(*) FROM order_items GROUP BY product_id;

-- string_agg and others by types
SELECT string_agg(title, ','), string_agg(picture, '\x00'), array_agg(price), array_agg(tags), bit_and(products.id), bool_or(price > 5), min(available::text), count(DISTINCT (sku, title)), max(guid::text), xmlagg(NULL), any_value(sku), range_agg(available), json_agg(tags), avg(price) FILTER (WHERE price > 0), sum(weight_grams), sum(weight_grams::bigint), sum(height), avg(height), avg(took), sum(took), sum(cost), min(client), max(orders.ctid) FROM products, people, events, orders;

-- sizes of integers
SELECT sum(id), avg(id), abs(id), id / 2::smallint, line + 1::smallint, line + line, 1::smallint + 1::smallint, id::smallint * 2.0, line / 2.5, round(id / 3.0), line::real + 1 FROM orders, order_items GROUP BY id, line;

-- text and bpchar and name
SELECT relname || 'x', relname = 'x', lower(relname), relname::text, relname LIKE 'p%', coalesce(relname, 'x'), nspname || relname, length(relname) FROM pg_class, pg_namespace;

-- EXPLAIN
EXPLAIN SELECT * FROM orders WHERE id = $1;
