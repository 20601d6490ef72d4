import type { Query } from './use-database.js';

/** A database that answers SQL: a server, or the one of a dump. */
interface Asked {
  query(sql: string): Promise<{ readonly rows: readonly unknown[] }>;
}

interface CatalogColumn {
  readonly name: string;
  /** As format_type spells it. */
  readonly type: string;
  /** Of pg_type: N numbers, S texts, D dates and times … */
  readonly category: string;
  readonly notNull: boolean;
  /** Nothing can be stored into it. */
  readonly computed: boolean;
}

export interface CatalogRelation {
  /** With its schema, quoted where needed; `plain` without quotes. */
  readonly name: string;
  readonly schema: string;
  readonly plain: string;
  readonly kind: 'r' | 'p' | 'v' | 'm' | 'S' | 'f';
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly foreignKeys: readonly CatalogForeignKey[];
}

interface CatalogForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
}

interface CatalogRoutine {
  readonly name: string;
  readonly args: readonly string[];
  /** It can stand in FROM as it is. */
  readonly inFrom: boolean;
}

const OWN = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`;

const names = (keys: string, relation: string) => `
  (SELECT json_agg(a.attname ORDER BY u.n)
   FROM unnest(${keys}) WITH ORDINALITY AS u (num, n)
   JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.num)`;

const RELATIONS = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, n.nspname AS schema, c.relname AS plain, c.relkind AS kind,
    (SELECT coalesce(json_agg(json_build_object(
              'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'category', t.typcategory,
              'notNull', a.attnotnull, 'computed', a.attgenerated <> '' OR a.attidentity = 'a') ORDER BY a.attnum), '[]')
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    coalesce((SELECT ${names('k.conkey', 'c.oid')}
              FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'), '[]') AS "primaryKey",
    (SELECT coalesce(json_agg(${names('k.conkey', 'c.oid')} ORDER BY k.conname), '[]')
     FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'u') AS "unique",
    (SELECT coalesce(json_agg(json_build_object(
              'columns', ${names('k.conkey', 'c.oid')},
              'table', (SELECT format('%I.%I', fn.nspname, f.relname)
                        FROM pg_class f JOIN pg_namespace fn ON fn.oid = f.relnamespace WHERE f.oid = k.confrelid),
              'references', ${names('k.confkey', 'k.confrelid')}) ORDER BY k.conname), '[]')
     FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0) AS "foreignKeys"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
  ORDER BY n.nspname, c.relname`;

/** The relations that were created in a database, as PostgreSQL's catalog has them. */
export async function relationsOf(client: Asked): Promise<readonly CatalogRelation[]> {
  return (await client.query(RELATIONS)).rows as CatalogRelation[];
}

const ROUTINES = `
  SELECT format('%I.%I', n.nspname, p.proname) AS name,
    (SELECT coalesce(json_agg(format_type(a.type, NULL) ORDER BY a.n), '[]')
     FROM unnest(p.proargtypes) WITH ORDINALITY AS a (type, n)) AS args,
    NOT (p.prorettype = 'record'::regtype AND p.proallargtypes IS NULL) AS "inFrom"
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_type r ON r.oid = p.prorettype
  WHERE ${OWN} AND p.prokind = 'f' AND p.provariadic = 0
    AND (r.typtype <> 'p' OR r.typname IN ('record', 'void'))
    AND NOT EXISTS (SELECT FROM unnest(p.proargtypes) AS a (type) JOIN pg_type t ON t.oid = a.type
                    WHERE t.typtype = 'p')
  ORDER BY n.nspname, p.proname, p.proargtypes::text`;

/** The functions that were created in a database and that can be called with values of known types. */
export async function routinesOf(client: Asked): Promise<readonly CatalogRoutine[]> {
  return (await client.query(ROUTINES)).rows as CatalogRoutine[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(', ');

/** Queries that people would write about relations: what is in them, what is stored, changed and joined. */
export function queriesAbout(relations: readonly CatalogRelation[]): readonly Query[] {
  return relations.flatMap((relation) => {
    const { name, kind, columns } = relation;
    const queries = [{ name: `everything of ${name}`, sql: `SELECT * FROM ${name}` }];
    if (columns.length > 0) queries.push(...expressions(relation), ...groups(relation));
    if (kind === 'r' || kind === 'p') queries.push(...changes(relation), ...joins(relation));
    return queries;
  });
}

/** Calls of functions, alone and in FROM. */
export function queriesCalling(routines: readonly CatalogRoutine[]): readonly Query[] {
  return routines.flatMap(({ name, args, inFrom }) => {
    const call = `${name}(${args.map((type) => `NULL::${type}`).join(', ')})`;
    return [
      { name: `call of ${name}(${args.join(', ')})`, sql: `SELECT ${call}` },
      ...(inFrom
        ? [{ name: `from ${name}(${args.join(', ')})`, sql: `SELECT f.* FROM ${call} AS f` }]
        : []),
    ];
  });
}

function expressions({ name, columns }: CatalogRelation): Query[] {
  const list = columns.flatMap(expressionsOf).slice(0, 400);
  return [{ name: `expressions of ${name}`, sql: `SELECT ${list.join(', ')} FROM ${name} AS t` }];
}

function expressionsOf({ name, type, category }: CatalogColumn): string[] {
  const column = `t.${quoted(name)}`;
  const general = [column, `coalesce(${column}, ${column})`, `${column}::text`, `ARRAY[${column}]`];
  switch (category) {
    case 'N':
      if (type.startsWith('reg') || type === 'oid' || type === 'money') return general;
      return [...general, `${column} + 1`, `-${column}`, `${column} * 1.5`, `${column} > 0`];
    case 'S':
      return [...general, `upper(${column})`, `${column} || 'x'`, `${column} LIKE 'a%'`];
    case 'D':
      return [...general, `${column} > '2000-01-01 00:00'`, `CASE WHEN true THEN ${column} END`];
    case 'B':
      return [...general, `NOT ${column}`, `${column} AND true`];
    default:
      return [...general, `${column} IS NULL`];
  }
}

function groups({ name, columns }: CatalogRelation): Query[] {
  const [first] = columns.filter(({ category }) => 'NSDE'.includes(category));
  if (first === undefined) return [];
  const sums = columns
    .filter(({ category, type }) => category === 'N' && !type.startsWith('reg') && type !== 'oid')
    .flatMap(({ name }) => [`sum(${quoted(name)})`, `avg(${quoted(name)})`]);
  const ends = columns
    .filter(({ category }) => category === 'S' || category === 'D' || category === 'E')
    .flatMap(({ name }) => [`max(${quoted(name)})`, `count(DISTINCT ${quoted(name)})`]);
  const list = [quoted(first.name), 'count(*)', ...sums, ...ends].join(', ');
  const sql = `SELECT ${list} FROM ${name} GROUP BY 1 HAVING count(*) > $1 ORDER BY 2 DESC LIMIT $2`;
  return [{ name: `groups of ${name}`, sql }];
}

function changes({ name, columns, primaryKey }: CatalogRelation): Query[] {
  const stored = columns.filter(({ computed }) => !computed).map((column) => column.name);
  if (stored.length === 0) return [];
  const values = stored.map((_, i) => `$${i + 1}`).join(', ');
  const set = stored.map((column, i) => `${quoted(column)} = $${i + 1}`).join(', ');
  const key = primaryKey.length > 0 ? primaryKey : [stored[0]!];
  const where = (from: number) =>
    key.map((column, i) => `${quoted(column)} = $${from + i}`).join(' AND ');
  return [
    {
      name: `insert into ${name}`,
      sql: `INSERT INTO ${name} (${listed(stored)}) VALUES (${values}) RETURNING *`,
    },
    {
      name: `update of ${name}`,
      sql: `UPDATE ${name} SET ${set} WHERE ${where(stored.length + 1)} RETURNING ${listed(key)}`,
    },
    { name: `delete from ${name}`, sql: `DELETE FROM ${name} WHERE ${where(1)} RETURNING *` },
  ];
}

function joins({ name, foreignKeys }: CatalogRelation): Query[] {
  return foreignKeys.map(({ columns, table, references }, n) => {
    const on = columns.map((column, i) => `a.${quoted(column)} = b.${quoted(references[i]!)}`);
    return {
      name: `join ${n + 1} of ${name} and ${table}`,
      sql: `SELECT a.*, b.* FROM ${name} a LEFT JOIN ${table} b ON ${on.join(' AND ')} WHERE a.${quoted(columns[0]!)} = $1`,
    };
  });
}
