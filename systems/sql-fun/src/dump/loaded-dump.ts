/** Something of a dump that the database does not have. */
export interface LeftOut {
  /** Of the dump, from 1: where the statement begins. */
  readonly line: number;
  /** The object, such as `public.users` or `public.users.place`; undefined where the statement names none. */
  readonly name?: string;
  /** One sentence: what was left out, and why. */
  readonly message: string;
  /** A note is by design (data, roles, an extension that is not here); an error is something that PostgreSQL refused. */
  readonly severity: 'error' | 'note';
}

/** What a dump says of itself. */
export interface DumpFacts {
  readonly extensions: readonly string[];
  /** Those of them that are not inside PGlite: unknown names may come from them. */
  readonly unknownExtensions: readonly string[];
  /** Extension → the schema that it is created in. */
  readonly extensionSchemas: Readonly<Record<string, string>>;
  /** The major version of the server that it was dumped from, where its header says so. */
  readonly version?: number;
}

/** What is known of a dump beside its database. Plain data. */
export interface LoadedDump extends DumpFacts {
  readonly statements: number;
  readonly leftOut: readonly LeftOut[];
  /** `schema.name` → the line where a relation is defined. */
  readonly lines: Readonly<Record<string, number>>;
}

/** The schema that holds a domain for each type that is not here. */
export const STUB_SCHEMA = 'sql_fun_stub';
