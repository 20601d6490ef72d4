import type { Extension, Extensions } from '@electric-sql/pglite';

export interface LeftOut {
  /** Of the dump, from 1: where the statement begins. */
  readonly line: number;
  /** The object, such as `public.users` or `public.users.place`; undefined if the statement names none. */
  readonly name?: string;
  readonly message: string;
  /** A note is by design (data, roles, an extension that is not here); an error is something that PostgreSQL refused. */
  readonly severity: 'error' | 'note';
}

export interface DumpFacts {
  readonly extensions: readonly string[];
  /** Those of them that are not inside PGlite: unknown names may come from them. */
  readonly unknownExtensions: readonly string[];
  /** Extension → the schema that it is created in. */
  readonly extensionSchemas: Readonly<Record<string, string>>;
  /** The major version of the server that it was dumped from, where its header says so. */
  readonly version?: number;
}

export interface LoadedDump extends DumpFacts {
  readonly statements: number;
  readonly leftOut: readonly LeftOut[];
}

/** The schema that holds a domain for each type that is not here. */
export const STUB_SCHEMA = 'sql_fun_stub';

/** The extensions inside PGlite, by the name that CREATE EXTENSION uses. */
const INSIDE: ReadonlySet<string> = new Set([
  ...['amcheck', 'bloom', 'btree_gin', 'btree_gist', 'citext', 'cube', 'dict_int', 'dict_xsyn'],
  ...['earthdistance', 'file_fdw', 'fuzzystrmatch', 'hstore', 'intarray', 'isn', 'lo', 'ltree'],
  ...['moddatetime', 'pageinspect', 'pg_buffercache', 'pg_freespacemap', 'pg_stat_statements'],
  ...['pg_surgery', 'pg_trgm', 'pg_visibility', 'pg_walinspect', 'pgcrypto', 'seg', 'tablefunc'],
  ...['tcn', 'tsm_system_rows', 'tsm_system_time', 'unaccent', 'uuid-ossp'],
]);

export const hasExtension = (name: string) => name === 'plpgsql' || INSIDE.has(name);

/** Languages are extensions too. No name of a query comes from them. */
export const isLanguage = (name: string) => /^pl(?:perlu?|python[23]?u|tclu?)$/.test(name);

/** What `Postgres.open` needs so that a dump can create these extensions; unknown ones are passed over. */
export async function extensionsFor(names: readonly string[]): Promise<Extensions> {
  const extensions: Extensions = {};
  // The only one that needs another.
  const needed = names.flatMap((name) => (name === 'earthdistance' ? [name, 'cube'] : [name]));
  for (const name of new Set(needed)) {
    if (!INSIDE.has(name)) continue;
    const key = name.replaceAll('-', '_');
    const path = `@electric-sql/pglite/contrib/${key}`;
    const module = (await import(/* @vite-ignore */ path)) as Readonly<Record<string, Extension>>;
    extensions[key] = module[key]!;
  }
  return extensions;
}
