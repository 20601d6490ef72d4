import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DUMP = `
CREATE SCHEMA sales;
CREATE SCHEMA people;
CREATE SCHEMA hidden;
CREATE TABLE public.users (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE people.staff (id integer PRIMARY KEY, name text, password text);
CREATE TABLE people.salaries (id integer PRIMARY KEY, amount numeric);
CREATE TABLE sales.orders (
  id bigint NOT NULL,
  user_id integer NOT NULL REFERENCES public.users (id),
  total numeric(10,2) DEFAULT 0
);
CREATE VIEW public.order_totals AS
 SELECT o.user_id, sum(o.total) AS total FROM sales.orders o GROUP BY o.user_id;
CREATE TABLE hidden.secrets (id integer PRIMARY KEY, value text);
`;

/** What is hidden stays so under a pattern that exposes everything else. */
const CONFIG = `
default = "develop"

[schemas]
gone = "dumps/gone.sql"
folder = "dumps"
removed = "dumps/removed.sql"

[mcp.expose."*"]
columns = "*"

[mcp.expose."people.staff"]
columns = ["id", "name"]

[mcp.expose."people.salaries"]
columns = []

[mcp.expose."hidden.*"]
columns = []
`;

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'sql-fun.toml': CONFIG,
  'schema.develop.sql': DUMP,
  'schema.misspelt.sql': 'CREATE TABLE a (id integer);\nCREATE TABL b (id integer);\n',
  'schema.latin.sql': Buffer.from("COMMENT ON TABLE a IS 'Gr\u00f6\u00dfe';\n", 'latin1'),
  'schema.nul.sql': 'CREATE TABLE a (id integer);\n\0CREATE TABLE b (id integer);\n',
  'schema.edited.sql': DUMP,
  'dumps/removed.sql': DUMP,
};

/** Writes a project with a schema that works, and others that do not. */
export async function writeProject(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
