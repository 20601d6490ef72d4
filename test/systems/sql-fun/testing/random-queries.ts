import type { CatalogRelation } from './catalog.js';
import type { Random } from './generate-ddl.js';
import type { Query } from './use-database.js';

const quoted = (name: string) => `"${name}"`;

/** Queries that join tables along their keys and use what they find in ways that depend on chance. */
export function randomQueries(
  relations: readonly CatalogRelation[],
  count: number,
  random: Random,
): readonly Query[] {
  const byName = new Map(relations.map((relation) => [relation.name, relation]));
  const children = relations.filter(({ foreignKeys }) => foreignKeys.length > 0);
  return Array.from({ length: count }, (_, n) => {
    const chain = [random.pick(children)];
    let from = `${chain[0]!.name} AS t1`;
    for (;;) {
      const [key] = chain.at(-1)!.foreignKeys;
      if (key === undefined || chain.length === 5) break;
      const [left, right] = [`t${chain.length}`, `t${chain.length + 1}`];
      const on = key.columns.map(
        (column, i) => `${left}.${quoted(column)} = ${right}.${quoted(key.references[i]!)}`,
      );
      from += ` ${random.pick(['JOIN', 'LEFT JOIN'])} ${key.table} AS ${right} ON ${on.join(' AND ')}`;
      chain.push(byName.get(key.table)!);
    }
    const list = Array.from({ length: 3 + random.below(8) }, () => {
      const i = random.below(chain.length);
      const { name, category } = random.pick(chain[i]!.columns);
      return expressionOf(`t${i + 1}.${quoted(name)}`, category, random);
    });
    const where = `t1.size > $1 AND t${chain.length}.made_at < $2`;
    return {
      name: `query ${n + 1}`,
      sql: wrapped(list, { from, where, table: chain[0]!.name }, random),
    };
  });
}

interface Clauses {
  readonly from: string;
  readonly where: string;
  readonly table: string;
}

function wrapped(list: readonly string[], { from, where, table }: Clauses, random: Random): string {
  const named = list.map((expression, i) => `${expression} AS x${i + 1}`).join(', ');
  const query = `SELECT ${named} FROM ${from} WHERE ${where}`;
  switch (random.below(5)) {
    case 0:
      return `WITH q AS (${query}) SELECT q.*, count(*) OVER () FROM q LIMIT $3`;
    case 1:
      return `SELECT x1, s.* FROM (${query}) AS s OFFSET $3`;
    case 2:
      return `${query} UNION ALL ${query}`;
    case 3:
      return `SELECT ${list.join(', ')}, t1.* FROM ${from} WHERE ${where} ORDER BY t1.made_at`;
    default:
      return `SELECT ${list.join(', ')}, (SELECT max(i.size) FROM ${table} AS i) FROM ${from} WHERE ${where}`;
  }
}

function expressionOf(column: string, category: string, random: Random): string {
  const general = [
    column,
    `coalesce(${column}, NULL)`,
    `${column}::text`,
    `CASE WHEN t1.size > 0 THEN ${column} END`,
    `ARRAY[${column}]`,
    `nullif(${column}::text, '')`,
  ];
  const more: Record<string, readonly string[]> = {
    N: [`${column} IS NULL`, `to_json(${column})`],
    S: [`lower(${column}::text)`, `${column} || 'x'`, `length(${column}::text)`],
    D: [`${column} = ${column}`, `greatest(${column}, ${column})`],
    A: [`array_length(${column}, 1)`, `${column}[1]`, `cardinality(${column})`],
    E: [`${column} > ${column}`, `enum_range(${column})`],
    R: [`${column} IS NOT NULL`],
  };
  return random.pick([...general, ...(more[category] ?? [])]);
}
