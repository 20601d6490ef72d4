import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the tables of a project are; more than one version, told apart by a column of each table. */
export function shopSchema(version = 0): string {
  return `CREATE TABLE public.users (id integer NOT NULL, email text, boss integer, u${version} integer);
CREATE TABLE public.orders (id integer NOT NULL, user_id integer, total numeric(10,2), o${version} integer);
`;
}

const EXPOSE_ALL = '[mcp.expose."*"]\ncolumns = "*"\n';

/** A project in a new folder, all of which MCP may see. */
export function makeProject(folder: string, schema = shopSchema()): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.develop.sql'), schema);
  writeFileSync(join(folder, 'sql-fun.toml'), EXPOSE_ALL);
  return folder;
}
