/**
 * Dumps that differ in hidden things only. A line that ends with `--with` is in the dump with hidden things, and one that ends
 * with `--without` in the other one.
 */
export const dumpWith = (hidden: boolean): string =>
  DUMP.split('\n')
    .filter((line) => !line.endsWith(hidden ? '--without' : '--with'))
    .join('\n');

const NARROW = `
[mcp.expose."shop.*"]
columns = "*"
[mcp.expose.users]
columns = ["id", "name", "mood", "code", "twice", "age", "place"]
[mcp.expose."public.logs"]
columns = "*"
[mcp.expose."public.logs_a"]
columns = "*"
[mcp.expose.heir]
columns = ["id", "own"]
[mcp.expose.parts]
columns = ["id", "note"]
[mcp.expose.totals]
columns = "*"
[mcp.expose.summary]
columns = ["id"]
[mcp.expose.wide]
columns = ["a", "b"]
`;

/** What MCP may see: little of the path, all but some tables and columns, all of the path. */
export const POLICIES: Readonly<Record<string, string>> = {
  narrow: NARROW,
  wide: `${NARROW}
[mcp.expose."*"]
columns = "*"
[mcp.expose."secret.*"]
columns = []
[mcp.expose."extra.*"]
columns = []
[mcp.expose."public.secrets"]
columns = []
[mcp.expose."public.logs_secret"]
columns = []
[mcp.expose."public.secret_log"]
columns = []
[mcp.expose."public.secret_seq"]
columns = []
[mcp.expose."public.secret_parent"]
columns = []
`,
  path: `search_path = ["shop"]\n${NARROW}`,
};

const DUMP = `
CREATE SCHEMA shop;
CREATE SCHEMA secret; --with
CREATE SCHEMA extra; --with
CREATE EXTENSION postgis WITH SCHEMA extra; --with
CREATE EXTENSION pg_trgm WITH SCHEMA extra; --with
CREATE ROLE secret_role; --with
CREATE ROLE seen_role;
CREATE TYPE public.mood AS ENUM ('sad', 'ok');
CREATE TYPE secret.place AS (x float8, secret float8); --with
CREATE TYPE public.secret_mood AS ENUM ('secret', 'covert'); --with
CREATE TYPE secret.thing AS ENUM ('thing'); --with
CREATE SCHEMA secret; --without
CREATE TYPE secret.place AS (there int); --without
CREATE SEQUENCE secret.numbers START 42; --with
CREATE SEQUENCE secret.numbers; --without
CREATE SEQUENCE public.secret_seq; --with
CREATE FUNCTION secret.f(int) RETURNS int LANGUAGE sql AS 'SELECT 42'; --with
CREATE FUNCTION public.secret_f(int) RETURNS int LANGUAGE sql AS 'SELECT 42'; --with
CREATE FUNCTION secret.g(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION shop.stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TABLE secret.people (id int PRIMARY KEY, secret text, place geography(point)); --with
CREATE TABLE secret.people (id int, word text); --without
CREATE TABLE public.users (
  id int PRIMARY KEY,
  secret text NOT NULL, --with
  name text NOT NULL,
  secret_number int GENERATED ALWAYS AS IDENTITY, --with
  mood public.mood,
  code int DEFAULT nextval('secret.numbers'),
  secret_shape geometry, --with
  twice int GENERATED ALWAYS AS (secret.g(1)) STORED,
  age int,
  place secret.place,
  CONSTRAINT secret_check CHECK (age > 42 OR secret = ''), --with
  CONSTRAINT grown CHECK (age > 0)
);
CREATE TABLE public.secrets (id int PRIMARY KEY, user_id int REFERENCES public.users); --with
CREATE TABLE public.secret_log (id int, word text); --with
ALTER TABLE public.users ADD CONSTRAINT secret_pair UNIQUE (id, secret_number); --with
ALTER TABLE public.users ADD CONSTRAINT secret_key FOREIGN KEY (id, secret_number) REFERENCES public.users (id, secret_number) ON DELETE SET NULL (secret_number); --with
CREATE UNIQUE INDEX secret_name ON public.users (name, secret); --with
CREATE INDEX secret_covers ON public.users (name) INCLUDE (secret); --with
CREATE INDEX secret_some ON public.users (name) WHERE secret <> ''; --with
CREATE INDEX secret_words ON public.users ((secret || name)); --with
CREATE INDEX secret_near ON public.users USING gin (secret extra.gin_trgm_ops); --with
CREATE INDEX users_name ON public.users (name);
CREATE STATISTICS public.secret_stats ON secret, name FROM public.users; --with
CREATE TRIGGER secret_when BEFORE UPDATE OF secret ON public.users FOR EACH ROW EXECUTE FUNCTION shop.stamp(); --with
CREATE TRIGGER stamped BEFORE UPDATE OF name ON public.users FOR EACH ROW EXECUTE FUNCTION shop.stamp();
ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;
CREATE POLICY secret_policy ON public.users TO secret_role USING (secret = ''); --with
CREATE POLICY seen_policy ON public.users TO seen_role USING (age > 1);
CREATE RULE secret_rule AS ON DELETE TO public.users DO ALSO DELETE FROM secret.people; --with
COMMENT ON COLUMN public.users.secret IS 'secret'; --with
COMMENT ON TABLE public.users IS 'People';
CREATE TABLE public.logs (id int, kind text) PARTITION BY LIST (kind);
CREATE TABLE public.logs_a PARTITION OF public.logs FOR VALUES IN ('a');
CREATE TABLE public.logs_secret PARTITION OF public.logs FOR VALUES IN ('secret'); --with
CREATE TABLE public.secret_parent (id int, secret int); --with
CREATE TABLE public.heir (own int) INHERITS (public.secret_parent); --with
CREATE TABLE public.heir (id int, own int); --without
CREATE TABLE public.parts (id int, note text, secret int) PARTITION BY RANGE (secret); --with
CREATE TABLE public.parts (id int, note text); --without
CREATE TABLE public.wide (a int, secret1 int, secret2 int, b int, secret text, PRIMARY KEY (secret)); --with
CREATE TABLE public.wide (a int, b int); --without
CREATE VIEW public.totals AS SELECT u.id, p.secret AS total FROM public.users u JOIN secret.people p USING (id); --with
CREATE VIEW public.totals AS SELECT u.id, p.word AS total FROM public.users u JOIN secret.people p USING (id); --without
CREATE VIEW public.summary AS SELECT id, secret FROM public.users; --with
CREATE VIEW public.summary AS SELECT id FROM public.users; --without
CREATE VIEW shop.names AS SELECT id, name FROM public.users;
CREATE VIEW shop.closest AS SELECT name, extra.similarity(name, 'x') AS near FROM public.users; --with
CREATE VIEW shop.closest AS SELECT name, 1::real AS near FROM public.users, secret.people; --without
CREATE TABLE shop.orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id int REFERENCES public.users, at date, total numeric(10,2));
CREATE TABLE shop.items (order_id bigint REFERENCES shop.orders, name text, spot geography);
CREATE FUNCTION shop.price(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION shop.act(n int DEFAULT 1) RETURNS void LANGUAGE plpgsql AS 'BEGIN END';
ALTER TABLE public.logs OWNER TO secret_role; --with
CREATE PUBLICATION secret_publication FOR TABLE public.users; --with
`;
