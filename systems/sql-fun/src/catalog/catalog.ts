import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import type { Postgres } from '../engine/postgres.js';

/** By `relkind`. */
const KINDS = {
  r: 'table',
  p: 'partitioned_table',
  f: 'foreign_table',
  v: 'view',
  m: 'materialized_view',
  S: 'sequence',
  c: 'composite_type',
  i: 'index',
  I: 'index',
} as const;

export type RelationKind = (typeof KINDS)[keyof typeof KINDS] | 'system_relation';

export interface CatalogColumn {
  readonly number: number;
  readonly name: string;
  /** Its type is not here: a stub replaces it. */
  readonly unresolved: boolean;
  readonly notNull: boolean;
}

export interface CatalogRelation {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  readonly columns: readonly CatalogColumn[];
}

export interface UniqueKey {
  readonly relation: number;
  /** Numbers of columns; 0 is an expression. */
  readonly columns: readonly number[];
  /** It has only some of the rows. */
  readonly partial: boolean;
}

/** Schemas of PostgreSQL's own. */
export const SYSTEM_SCHEMAS: ReadonlySet<string> = new Set([
  ...['pg_catalog', 'information_schema', 'pg_toast', 'pg_temp_1', 'pg_toast_temp_1'],
]);

/** The names of a database, read once. PostgreSQL answers everything else. */
export class DatabaseCatalog {
  readonly schemas: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  readonly relations: readonly CatalogRelation[];
  readonly #byOid: ReadonlyMap<number, CatalogRelation>;
  readonly #byName: ReadonlyMap<string, CatalogRelation>;
  readonly #postgres: Postgres;
  readonly #types = new Map<string, string | undefined>();
  /** Which tables refer to which: `16384 16390`. */
  readonly foreignKeys = once(async () => new Set(await namesOf(this.#postgres, FOREIGN_KEYS)));
  readonly uniqueKeys = once(() => this.#postgres.rows<UniqueKey>(UNIQUE_KEYS));
  readonly operators = once(async () => new Set(await namesOf(this.#postgres, OPERATORS)));

  constructor(postgres: Postgres, { relations, schemas, functions }: CatalogNames) {
    this.#postgres = postgres;
    this.schemas = new Set(schemas);
    this.functions = new Set(functions);
    this.relations = relations.map(({ kind, columns, ...named }) => ({
      ...named,
      kind: SYSTEM_SCHEMAS.has(named.schema) ? 'system_relation' : KINDS[kind],
      columns: (columns ?? []).map(([number, name, unresolved, notNull]) => ({
        ...{ number, name, unresolved, notNull },
      })),
    }));
    this.#byOid = new Map(this.relations.map((one) => [one.oid, one]));
    this.#byName = new Map(this.relations.map((one) => [keyOf(one.schema, one.name), one]));
  }

  static async read(postgres: Postgres): Promise<DatabaseCatalog> {
    return new DatabaseCatalog(postgres, await readNames(postgres));
  }

  relation(oid: number): CatalogRelation | undefined {
    return this.#byOid.get(oid);
  }

  find(schema: string, name: string): CatalogRelation | undefined {
    return this.#byName.get(keyOf(schema, name));
  }

  /** A type as PostgreSQL spells it; undefined if a stub replaces it. */
  async typeName(type: number, modifier = -1): Promise<string | undefined> {
    const key = `${type} ${modifier}`;
    if (!this.#types.has(key)) {
      const params = [type, modifier];
      const [row] = await this.#postgres.rows<{ name: string; stub: boolean }>(TYPE, params);
      this.#types.set(key, row?.stub === false ? row.name : undefined);
    }
    return this.#types.get(key);
  }
}

export type CatalogNames = Awaited<ReturnType<typeof readNames>>;

interface RelationRow extends Pick<CatalogRelation, 'oid' | 'schema' | 'name'> {
  readonly kind: keyof typeof KINDS;
  readonly columns: readonly (readonly [number, string, boolean, boolean])[] | null;
}

export async function readNames(postgres: Postgres) {
  return {
    relations: await postgres.rows<RelationRow>(RELATIONS),
    schemas: await namesOf(postgres, SCHEMAS),
    functions: await namesOf(postgres, 'SELECT DISTINCT proname::text AS name FROM pg_proc'),
  };
}

const namesOf = async (postgres: Postgres, sql: string): Promise<readonly string[]> =>
  (await postgres.rows<{ name: string }>(sql)).map(({ name }) => name);

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

const keyOf = (schema: string, name: string) => JSON.stringify([schema, name]);

const IS_STUB = (type: string) =>
  `(${type}.typnamespace = to_regnamespace('${STUB_SCHEMA}') OR EXISTS (SELECT FROM pg_type item ` +
  `WHERE item.oid = ${type}.typelem AND item.typnamespace = to_regnamespace('${STUB_SCHEMA}')))`;

const RELATIONS = `
  SELECT c.oid::int8 AS oid, n.nspname AS schema, c.relname AS name, c.relkind::text AS kind,
    (SELECT json_agg(json_build_array(a.attnum, a.attname, coalesce(${IS_STUB('t')}, false), a.attnotnull) ORDER BY a.attnum)
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm', 'S', 'c', 'i', 'I') AND n.nspname !~ '^pg_(toast|temp)'
  ORDER BY n.nspname, c.relname`;

const SCHEMAS = `
  SELECT nspname AS name FROM pg_namespace
  WHERE nspname !~ '^pg_(toast|temp)' AND nspname <> '${STUB_SCHEMA}' ORDER BY nspname`;

const OPERATORS = 'SELECT DISTINCT oprname::text AS name FROM pg_operator';

const FOREIGN_KEYS = `
  SELECT DISTINCT conrelid::oid || ' ' || confrelid::oid AS name FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0`;

const UNIQUE_KEYS = `
  SELECT i.indrelid::int8 AS relation, i.indpred IS NOT NULL AS partial,
    (SELECT json_agg(k.number) FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (number, n)
     WHERE k.n <= i.indnkeyatts) AS columns
  FROM pg_index i WHERE i.indisunique AND i.indimmediate`;

const TYPE = `
  SELECT format_type(t.oid, $2::int4) AS name, coalesce(${IS_STUB('t')}, false) AS stub
  FROM pg_type t WHERE t.oid = $1::oid`;
