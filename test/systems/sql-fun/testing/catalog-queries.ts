import type { CatalogColumn, CatalogRelation, CatalogRoutine } from './catalog.js';
import type { Query } from './read-corpus.js';

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
