/**
 * One database in variants. A line that ends with `--hidden` has nothing that may be seen; `--needed` is the same, and other
 * lines need it. `a ?: b` is `a` with hidden things and `b` without.
 */
export type Choice = 'without' | (() => boolean);

/** The statements, with all needed hidden things and some of the others, or without any. */
export function statements(choice: Choice): readonly string[] {
  const blocks: string[][] = [[]];
  for (const line of DATABASE.split('\n')) {
    blocks.at(-1)!.push(written(line, choice));
    if (/;(?: --\w+| \?: .*)?$/.test(line)) blocks.push([]);
  }
  return blocks.map((lines) => lines.join('\n'));
}

function written(line: string, choice: Choice): string {
  if (line.endsWith('--hidden')) return choice !== 'without' && choice() ? line : '';
  if (line.endsWith('--needed')) return choice === 'without' ? '' : line;
  const [some = '', none = some] = line.split(' ?: ');
  return choice === 'without' ? none : some;
}

/** Removes all of it. */
export const RESET = `
  CREATE SCHEMA IF NOT EXISTS public; SET search_path = public;
  DROP PUBLICATION IF EXISTS secret_publication;
  DROP SCHEMA IF EXISTS app, shop, secret, sql_fun_stub CASCADE;
  DROP FOREIGN DATA WRAPPER IF EXISTS seen_wrapper, secret_wrapper CASCADE;
  DROP ROLE IF EXISTS seen_role, secret_role;`;

/** What may be seen: `app` in part, `shop` whole, `secret` not at all. */
export const EXPOSED = {
  'shop.*': { columns: '*' },
  'app.users': { columns: ['id', 'name', 'mood', 'code', 'twice', 'later', 'age'] },
  'app.logs': { columns: '*' },
  'app.logs_a': { columns: '*' },
  'app.lone': { columns: ['id', 'own'] },
  'app.heir': { columns: ['id', 'own'] },
  'app.parts': { columns: ['id', 'note'] },
  'app.parts_a': { columns: ['id', 'note'] },
  'app.totals': { columns: '*' },
  'app.summary': { columns: ['id'] },
  'app.cached': { columns: '*' },
  'app.over': { columns: '*' },
  'app.remote': { columns: ['id'] },
  'app.typed': { columns: '*' },
} as const;

const DATABASE = `
CREATE SCHEMA app; CREATE SCHEMA shop;
CREATE SCHEMA secret; --needed
CREATE ROLE secret_role; --hidden
CREATE ROLE seen_role;
CREATE TYPE app.mood AS ENUM ('sad', 'ok');
CREATE TYPE app.secret_mood AS ENUM ('secret'); --needed
CREATE DOMAIN app.secret_domain AS int CHECK (VALUE > 42); --hidden
CREATE TYPE app.secret_range AS RANGE (subtype = float8); --needed
CREATE TYPE secret.comp AS (base money, secret int); --needed
CREATE COLLATION secret.secret_order FROM "C"; --needed
CREATE SEQUENCE secret.secret_seq START 42; --needed
CREATE FUNCTION secret.secret_f(int) RETURNS int IMMUTABLE LANGUAGE sql RETURN $1 + 42; --hidden
CREATE FUNCTION app.secret_f(int) RETURNS int IMMUTABLE LANGUAGE sql RETURN $1; --needed
CREATE FUNCTION secret.secret_trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; --hidden
CREATE FUNCTION shop.stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; /* secret */ END';
CREATE AGGREGATE app.secret_sum(int) (sfunc = int4pl, stype = int); --hidden
CREATE FUNCTION app.secret_eq(int, text) RETURNS bool IMMUTABLE LANGUAGE sql RETURN true; --hidden
CREATE OPERATOR app.=== (function = app.secret_eq, leftarg = int, rightarg = text); --hidden
CREATE TEXT SEARCH CONFIGURATION app.secret_config (copy = simple); --hidden
CREATE TEXT SEARCH DICTIONARY secret.secret_dict (template = simple); --hidden
CREATE CAST (app.secret_mood AS int) WITH INOUT; --hidden
CREATE TABLE secret.people (id int PRIMARY KEY, secret text, mood app.mood); --needed

CREATE TABLE app.users (
  id int PRIMARY KEY,
  secret text UNIQUE, --needed
  name text NOT NULL,
  secret_number int GENERATED ALWAYS AS IDENTITY, --needed
  mood app.mood,
  code int DEFAULT nextval('secret.secret_seq') ?: code int DEFAULT (CASE WHEN true THEN NULL::int END)
, twice int GENERATED ALWAYS AS (length(secret)) STORED ?: , twice int GENERATED ALWAYS AS (CASE WHEN true THEN NULL::int END) STORED
, later int GENERATED ALWAYS AS (secret_number) VIRTUAL ?: , later int GENERATED ALWAYS AS (CASE WHEN true THEN NULL::int END) VIRTUAL
, age int
, secret_mood app.secret_mood --hidden
, CONSTRAINT secret_check CHECK (age > 42 OR secret = '') --hidden
, CONSTRAINT secret_call CHECK (app.secret_f(age) > 0) --hidden
, CONSTRAINT grown CHECK (age > 0)
);
CREATE TABLE app.secrets (id int PRIMARY KEY, user_id int REFERENCES app.users ON DELETE SET NULL); --hidden
ALTER TABLE app.users ADD CONSTRAINT secret_pair UNIQUE (id, secret_number); --hidden
ALTER TABLE app.users ADD CONSTRAINT secret_key FOREIGN KEY (id, secret_number) REFERENCES app.users (id, secret_number) ON DELETE SET NULL (secret_number); --hidden
ALTER TABLE app.users ADD CONSTRAINT secret_fk FOREIGN KEY (age) REFERENCES secret.people (id); --hidden
CREATE INDEX secret_name ON app.users (secret); --hidden
CREATE INDEX name_covers ON app.users (name) INCLUDE (secret); --hidden
CREATE INDEX name_some ON app.users (name) WHERE secret_number > 42; --hidden
CREATE INDEX name_mixed ON app.users (name, (secret || 'x')); --hidden
CREATE INDEX name_call ON app.users (app.secret_f(age)); --hidden
CREATE INDEX name_order ON app.users (name COLLATE secret.secret_order); --hidden
CREATE INDEX users_name ON app.users (name) WHERE age > 3;
CREATE STATISTICS app.secret_stats ON secret, name FROM app.users; --hidden
CREATE STATISTICS secret.seen_stats ON name, age FROM app.users; --hidden
CREATE STATISTICS app.seen_stats ON name, age FROM app.users;
CREATE TRIGGER secret_of BEFORE UPDATE OF secret ON app.users FOR EACH ROW EXECUTE FUNCTION shop.stamp(); --hidden
CREATE TRIGGER secret_when BEFORE UPDATE ON app.users FOR EACH ROW WHEN (old.secret <> '') EXECUTE FUNCTION shop.stamp(); --hidden
CREATE TRIGGER secret_function BEFORE UPDATE ON app.users FOR EACH ROW EXECUTE FUNCTION secret.secret_trigger(); --hidden
CREATE TRIGGER stamped BEFORE UPDATE OF name ON app.users FOR EACH ROW EXECUTE FUNCTION shop.stamp('secret');
ALTER TABLE app.users ENABLE ROW LEVEL SECURITY;
CREATE POLICY secret_policy ON app.users USING (secret = ''); --hidden
CREATE POLICY secret_other ON app.users USING (id IN (SELECT id FROM secret.people)); --hidden
CREATE POLICY seen_policy ON app.users TO seen_role USING (age > 1);
CREATE RULE secret_rule AS ON DELETE TO app.users DO ALSO DELETE FROM secret.people; --hidden
COMMENT ON TABLE app.users IS 'People';
COMMENT ON COLUMN app.users.secret IS 'secret'; --hidden
COMMENT ON CONSTRAINT secret_check ON app.users IS 'secret'; --hidden
COMMENT ON INDEX app.secret_name IS 'secret'; --hidden
COMMENT ON FUNCTION app.secret_f(int) IS 'secret'; --hidden
COMMENT ON TYPE secret.comp IS 'secret'; --hidden
COMMENT ON SCHEMA secret IS 'secret'; --hidden

CREATE TABLE app.logs (id int, kind text) PARTITION BY LIST (kind);
CREATE TABLE app.logs_a PARTITION OF app.logs FOR VALUES IN ('a');
CREATE TABLE app.logs_secret PARTITION OF app.logs FOR VALUES IN ('secret'); --hidden
CREATE TABLE secret.logs_rest PARTITION OF app.logs DEFAULT; --hidden
CREATE INDEX ON app.logs (kind);
CREATE TABLE app.secret_parent (id int, own int, secret int) PARTITION BY LIST (secret); --needed
CREATE TABLE app.lone PARTITION OF app.secret_parent FOR VALUES IN (42); ?: CREATE TABLE app.lone (id int, own int);
CREATE TABLE app.secret_ancestor (id int, secret int); --needed
CREATE TABLE app.heir (own int) INHERITS (app.secret_ancestor); ?: CREATE TABLE app.heir (id int, own int);
CREATE TABLE app.parts (id int, note text, secret int) PARTITION BY RANGE (secret); ?: CREATE TABLE app.parts (id int, note text);
CREATE TABLE app.parts_a PARTITION OF app.parts FOR VALUES FROM (0) TO (42); ?: CREATE TABLE app.parts_a (id int, note text); CREATE INDEX ON app.parts_a (note);
CREATE INDEX ON app.parts (note);
CREATE TYPE app.secret_row AS (id int, note text); --needed
CREATE TABLE app.typed OF app.secret_row; ?: CREATE TABLE app.typed (id int, note text);

CREATE VIEW app.totals AS SELECT u.id, p.secret AS total, u.name COLLATE secret.secret_order AS name FROM app.users u JOIN secret.people p USING (id); ?: CREATE SCHEMA sql_fun_stub; CREATE COLLATION sql_fun_stub.hidden_1 FROM "C"; CREATE VIEW app.totals AS SELECT 1 AS id, ''::text AS total, ''::text COLLATE sql_fun_stub.hidden_1 AS name;
CREATE VIEW app.summary AS SELECT id, secret FROM app.users; ?: CREATE VIEW app.summary AS SELECT 1 AS id;
CREATE MATERIALIZED VIEW app.cached AS SELECT id, secret AS note FROM app.users WITH NO DATA; ?: CREATE MATERIALIZED VIEW app.cached AS SELECT 1 AS id, ''::text AS note WITH NO DATA;
CREATE INDEX cached_id ON app.cached (id);
CREATE VIEW app.over AS SELECT t.id, c.note FROM app.totals t JOIN app.cached c USING (id);
CREATE VIEW secret.view AS SELECT * FROM app.users; --hidden
CREATE VIEW shop.names AS SELECT id, name FROM app.users;
COMMENT ON VIEW app.totals IS 'Totals';

CREATE TABLE shop.orders (id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME shop.orders_numbers), user_id int REFERENCES app.users, at date);
CREATE TABLE shop.leads (id serial, place secret.comp, places secret.comp[], person secret.people, who app.users); ?: CREATE DOMAIN sql_fun_stub.hidden_1 AS text; CREATE DOMAIN sql_fun_stub.hidden_2 AS text; CREATE DOMAIN sql_fun_stub.hidden_3 AS text; CREATE TABLE shop.leads (id serial, place sql_fun_stub.hidden_3, places sql_fun_stub.hidden_3[], person sql_fun_stub.hidden_2, who app.users);
CREATE FUNCTION shop.price(int) RETURNS int LANGUAGE sql RETURN $1;
CREATE FUNCTION shop.between(app.secret_range) RETURNS int LANGUAGE sql RETURN 1; ?: CREATE FUNCTION shop.between(sql_fun_stub.hidden_1) RETURNS int LANGUAGE sql RETURN 1;
CREATE FUNCTION shop.atomic(a int, b int DEFAULT 2, VARIADIC c int[] DEFAULT '{}') RETURNS TABLE (x int, y text) STABLE STRICT BEGIN ATOMIC SELECT id, secret FROM secret.people; END; ?: CREATE FUNCTION shop.atomic(a int, b int DEFAULT NULL, VARIADIC c int[] DEFAULT NULL) RETURNS TABLE (x int, y text) STABLE STRICT LANGUAGE plpgsql AS 'BEGIN END';
CREATE PROCEDURE shop.act(INOUT n int DEFAULT app.secret_f(1)) LANGUAGE plpgsql AS 'BEGIN END'; ?: CREATE PROCEDURE shop.act(INOUT n int DEFAULT NULL) LANGUAGE plpgsql AS 'BEGIN END';
CREATE TRIGGER secret_orders AFTER INSERT ON shop.orders EXECUTE FUNCTION secret.secret_trigger(); --hidden
CREATE FOREIGN DATA WRAPPER seen_wrapper; CREATE SERVER seen_server FOREIGN DATA WRAPPER seen_wrapper;
CREATE FOREIGN DATA WRAPPER secret_wrapper; CREATE SERVER secret_server FOREIGN DATA WRAPPER secret_wrapper; --hidden
CREATE FOREIGN TABLE app.remote (id int) SERVER seen_server;
ALTER FOREIGN TABLE app.remote ADD secret int; --hidden
CREATE FOREIGN TABLE app.secret_remote (id int) SERVER secret_server; --hidden
CREATE PUBLICATION secret_publication FOR TABLE app.users (id); --hidden
GRANT SELECT ON app.users TO secret_role; --hidden
ALTER TABLE app.logs OWNER TO secret_role; --hidden
`;
