/** Definitions of many kinds, as people write them. */
export const VARIED_DDL = `
CREATE SCHEMA sales;
COMMENT ON SCHEMA sales IS 'what is sold';
CREATE SCHEMA "Odd Names";
CREATE EXTENSION IF NOT EXISTS plpgsql;

CREATE TYPE mood AS ENUM ('sad', 'ok');
ALTER TYPE mood ADD VALUE 'happy' AFTER 'ok';
ALTER TYPE mood ADD VALUE 'furious' BEFORE 'sad';
CREATE TYPE sales.status AS ENUM ('open', 'it''s done');
ALTER TYPE sales.status RENAME VALUE 'open' TO 'new';
CREATE TYPE address AS (street text, zip varchar(10), geo point);
ALTER TYPE address ADD ATTRIBUTE country char(2);
ALTER TYPE address DROP ATTRIBUTE geo;
CREATE TYPE floatrange AS RANGE (subtype = float8, subtype_diff = float8mi);
CREATE TYPE sales.period AS RANGE (subtype = date, multirange_type_name = sales.periods);
CREATE DOMAIN email AS varchar(254) NOT NULL CHECK (VALUE ~ '@');
CREATE DOMAIN sales.price AS numeric(12,2) DEFAULT 0;
CREATE DOMAIN sales.prices AS sales.price[];
CREATE DOMAIN work_email AS email;

CREATE TABLE users (
  id bigserial PRIMARY KEY,
  email email UNIQUE,
  name varchar(40) DEFAULT 'somebody, or ''nobody'''::character varying NOT NULL,
  mood mood DEFAULT 'ok',
  home address,
  tags text[] DEFAULT ARRAY['a', 'b']::text[] NOT NULL,
  grid integer[][],
  born date CHECK (born > '1900-01-01'),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  flags bit varying(5) DEFAULT B'101',
  code bit(3),
  note character(7) COLLATE "C" DEFAULT ('x' || 'y'),
  lasts interval day to second(2),
  at_time time(0) with time zone,
  short "char",
  data jsonb DEFAULT '{"a": [1, 2]}'::jsonb,
  seen float4,
  r int4range, mr datemultirange, fr floatrange,
  CONSTRAINT users_name_born UNIQUE (name, born)
);
COMMENT ON TABLE users IS 'people';
COMMENT ON COLUMN users.email IS 'where to write; it''s theirs';

CREATE TABLE sales.orders (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  status sales.status DEFAULT 'new'::sales.status,
  price sales.price,
  prices sales.prices,
  total numeric GENERATED ALWAYS AS (coalesce(price, 0) * 2) STORED,
  placed timestamp without time zone DEFAULT (now() AT TIME ZONE 'utc'),
  PRIMARY KEY (id)
);
CREATE TABLE sales.lines (
  order_id int REFERENCES sales.orders (id) DEFERRABLE INITIALLY DEFERRED,
  line smallint,
  what text NOT NULL,
  quantity real DEFAULT 1,
  PRIMARY KEY (order_id, line)
);
CREATE TABLE sales.notes (
  id serial,
  order_id int, line smallint,
  parent int,
  CONSTRAINT notes_line FOREIGN KEY (order_id, line) REFERENCES sales.lines,
  UNIQUE (id), FOREIGN KEY (parent) REFERENCES sales.notes (id)
);
CREATE UNIQUE INDEX notes_once ON sales.notes (order_id, lower(line::text), (id + 1) DESC) WHERE id > 0;
CREATE INDEX ON sales.notes (parent);
CREATE INDEX ON sales.notes (parent, order_id) INCLUDE (line);
CREATE INDEX ON sales.notes (upper(id::text));
ALTER TABLE sales.notes ADD COLUMN body text DEFAULT 'a, (b)' NOT NULL, ADD COLUMN extra int, ADD UNIQUE (body, extra);
ALTER TABLE sales.notes DROP COLUMN extra;
ALTER TABLE sales.notes ALTER COLUMN body TYPE varchar(100), ALTER body DROP NOT NULL, ALTER COLUMN body SET DEFAULT 'c';
ALTER TABLE sales.notes RENAME COLUMN body TO "Body";
COMMENT ON COLUMN sales.notes."Body" IS 'the text';

CREATE TABLE "Odd Names"."select" ("from" int PRIMARY KEY, "Größe" double precision, "a""b" uuid, "日本" text UNIQUE);
CREATE TABLE "Odd Names".refers (x int REFERENCES "Odd Names"."select" ("from"), é text);
CREATE SEQUENCE "Odd Names"."My Seq" AS smallint START 5;
CREATE TABLE "Odd Names".uses_seq (id int DEFAULT nextval('"Odd Names"."My Seq"'::regclass));
ALTER SEQUENCE "Odd Names"."My Seq" OWNED BY "Odd Names".uses_seq.id;

CREATE TABLE base (id int NOT NULL, common text DEFAULT 'c', CONSTRAINT base_pk PRIMARY KEY (id));
CREATE TABLE child (own date, common text NOT NULL) INHERITS (base);
CREATE TABLE grandchild (more int) INHERITS (child);
ALTER TABLE base ADD COLUMN later timestamptz;
ALTER TABLE base RENAME COLUMN later TO late;
CREATE TABLE adopted (id int NOT NULL, common text, late timestamptz, z int);
ALTER TABLE adopted INHERIT base;

CREATE TABLE events (id bigint NOT NULL, at timestamptz NOT NULL, kind text, user_id bigint) PARTITION BY RANGE (at);
ALTER TABLE events ADD PRIMARY KEY (id, at);
CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE events_2025 PARTITION OF events (kind NOT NULL) FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY RANGE (at);
CREATE TABLE events_2025_a PARTITION OF events_2025 FOR VALUES FROM ('2025-02-01') TO ('2025-03-01');
CREATE TABLE events_old (at timestamptz NOT NULL, id bigint NOT NULL, user_id bigint, kind text);
ALTER TABLE events ATTACH PARTITION events_old DEFAULT;
ALTER TABLE events ADD CONSTRAINT events_user FOREIGN KEY (user_id) REFERENCES users (id);
CREATE TABLE about_events (id bigint, at timestamptz, FOREIGN KEY (id, at) REFERENCES events);

CREATE TABLE like_users (LIKE users, extra int);
CREATE TABLE like_all (LIKE sales.lines INCLUDING ALL);
CREATE TABLE like_defaults (LIKE sales.orders INCLUDING DEFAULTS INCLUDING GENERATED EXCLUDING IDENTITY);
CREATE TABLE of_address OF address (street WITH OPTIONS NOT NULL, PRIMARY KEY (zip));
CREATE TABLE nulls (a int DEFAULT NULL, b varchar(3) DEFAULT NULL, c text DEFAULT NULL::text, d text DEFAULT NULL::name,
  e numeric(3,1) DEFAULT NULL, f sales.price DEFAULT NULL, g varchar DEFAULT NULL::varchar, h char DEFAULT NULL);
ALTER TABLE nulls ALTER b SET DEFAULT NULL, ALTER a SET DEFAULT NULL::int;
CREATE TABLE plain_parent (id int NOT NULL);
CREATE TABLE plain_heir () INHERITS (plain_parent);
ALTER TABLE plain_parent ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME plain_seq);
CREATE UNLOGGED TABLE unlogged (a int);
CREATE TEMP TABLE gone (a int, b users);
CREATE TABLE IF NOT EXISTS users (nothing int);
CREATE TABLE empty ();
CREATE TABLE _users (x int);
CREATE TABLE many_users (them users[], odd "Odd Names"."select", one _users);

CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER far FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE far_away (id int NOT NULL, what varchar(3) OPTIONS (a 'b') DEFAULT 'x') SERVER far;

CREATE VIEW active AS SELECT id, email FROM users WHERE mood <> 'sad';
CREATE VIEW named (a, b) AS SELECT id, name FROM users;
CREATE OR REPLACE VIEW active AS SELECT id, email, name FROM users;
COMMENT ON VIEW active IS 'those who are here';
CREATE RECURSIVE VIEW counted (n) AS VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < 10;
CREATE MATERIALIZED VIEW sales.totals AS SELECT user_id, sum(total) AS total FROM sales.orders GROUP BY 1;
CREATE UNIQUE INDEX totals_user ON sales.totals (user_id);

CREATE FUNCTION add(a int, b int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT a + b';
CREATE FUNCTION add(a text, VARIADIC rest text[]) RETURNS text LANGUAGE sql AS $$ SELECT a || ';' $$;
CREATE FUNCTION sales.of_user(u users) RETURNS SETOF sales.orders LANGUAGE sql
  BEGIN ATOMIC SELECT * FROM sales.orders o WHERE o.user_id = u.id AND CASE WHEN true THEN true ELSE false END; END;
CREATE FUNCTION pairs(n int, OUT x int, OUT y text) LANGUAGE sql AS 'SELECT 1, NULL::text';
CREATE FUNCTION single(INOUT x numeric(4,1)) LANGUAGE sql AS 'SELECT x';
CREATE FUNCTION listed() RETURNS TABLE (id int, what varchar(3)) LANGUAGE plpgsql AS $f$ BEGIN RETURN; END $f$;
CREATE FUNCTION one_listed() RETURNS TABLE (id bigint) LANGUAGE plpgsql AS $$ BEGIN END $$;
CREATE FUNCTION anything(anyelement, anyarray) RETURNS anyelement LANGUAGE sql AS 'SELECT $1';
CREATE FUNCTION typed(x users.email%TYPE) RETURNS sales.price LANGUAGE sql AS 'SELECT 1::sales.price';
CREATE FUNCTION inline(x int) RETURNS int LANGUAGE sql RETURN x + 1;
CREATE PROCEDURE work(a int, INOUT b text) LANGUAGE plpgsql AS $$ BEGIN END $$;
CREATE PROCEDURE quiet() LANGUAGE plpgsql AS $$ BEGIN END $$;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$;
CREATE TRIGGER touched BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION touch();
CREATE AGGREGATE total(int) (SFUNC = int4pl, STYPE = int, INITCOND = '0');
CREATE AGGREGATE mean(double precision) (SFUNC = float8_accum, STYPE = float8[], FINALFUNC = float8_avg, INITCOND = '{0,0,0}');
CREATE FUNCTION dropped(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION dropped(text) RETURNS int LANGUAGE sql AS 'SELECT 1';
DROP FUNCTION dropped(int);
ALTER FUNCTION dropped(text) RENAME TO kept;

CREATE TABLE wrong_name (id int PRIMARY KEY, old_column int UNIQUE);
CREATE TABLE points_there (x int REFERENCES wrong_name (old_column));
ALTER TABLE wrong_name RENAME COLUMN old_column TO new_column;
ALTER TABLE wrong_name RENAME TO right_name;
ALTER TABLE right_name SET SCHEMA sales;
ALTER INDEX sales.wrong_name_pkey RENAME TO right_name_pkey;
CREATE TABLE doomed (id serial PRIMARY KEY);
CREATE TABLE refers_to_doomed (id int REFERENCES doomed);
DROP TABLE doomed CASCADE;
CREATE TABLE later_key (a int, b int);
CREATE UNIQUE INDEX later_index ON later_key (b);
ALTER TABLE later_key ADD CONSTRAINT later_pk PRIMARY KEY USING INDEX later_index;
ALTER TABLE later_key ALTER COLUMN a SET NOT NULL, ALTER COLUMN a ADD GENERATED BY DEFAULT AS IDENTITY;
ALTER TABLE later_key ALTER COLUMN a SET GENERATED ALWAYS;
CREATE TABLE excluded_rooms (room int, during tsrange, EXCLUDE USING gist (during WITH &&));
ALTER TYPE mood RENAME TO feeling;
ALTER DOMAIN work_email RENAME TO office_email;
ALTER VIEW named RENAME TO renamed;
ALTER SEQUENCE users_id_seq RENAME TO people_seq;
CREATE TABLE a_table_with_a_name_that_is_rather_long_indeed_it_is (
  and_a_column_with_a_name_that_is_not_short_either_as_you_see int UNIQUE REFERENCES base,
  id serial
);
SET search_path = sales, public;
CREATE TABLE on_path (id int PRIMARY KEY, u bigint REFERENCES users, s status);
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.qualified (s sales.status, f public.feeling);
RESET search_path;
SELECT 1 AS one, 'x'::text AS two INTO made_by_select;
CREATE TABLE made_by_query AS SELECT 1 AS one UNION SELECT 2;
GRANT SELECT ON users TO PUBLIC;
CREATE POLICY own ON users USING (true);
DO $$ BEGIN PERFORM 1; END $$;
INSERT INTO base VALUES (1, 'x;y');
`;
