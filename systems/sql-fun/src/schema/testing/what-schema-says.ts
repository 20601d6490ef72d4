import { formatType, type PgType, type Routine } from '../../pg/index.js';
import { relationsOf } from '../find-relation.js';
import type { Column, Relation, Schema } from '../schema.js';
import type { Shape } from './what-server-says.js';

const KINDS = {
  table: 'r',
  partitioned_table: 'p',
  foreign_table: 'f',
  view: 'v',
  materialized_view: 'm',
  sequence: 'S',
} as const;

const GENERATED = {
  stored: 's',
  virtual: 'v',
  identity_always: 'a',
  identity_by_default: 'd',
} as const;

const join = (...words: readonly (string | false | undefined)[]) =>
  words.filter((word) => typeof word === 'string' && word !== '').join(' ');

/** The same of a schema that was read. */
export function whatSchemaSays(schema: Schema): Shape {
  const relations = [...relationsOf(schema)];
  const namespaces = [...schema.namespaces.values()];
  return {
    columns: relations.flatMap(columnLines).sort(),
    defaults: relations.flatMap(defaultLines).sort(),
    keys: namespaces
      .flatMap((namespace) =>
        [...namespace.relations.values()].flatMap((each) => keyLines(schema, each)),
      )
      .sort(),
    indexes: namespaces
      .flatMap(({ indexes }) => [...indexes.values()])
      .map(({ schema: of, name, table, unique, columns }) => {
        const known = new Set(
          schema.namespaces
            .get(of)
            ?.relations.get(table)
            ?.columns.map((c) => c.name),
        );
        const derived = schema.namespaces.get(of)?.relations.get(table)?.definition !== undefined;
        const shown = columns.map((column) => (derived || known.has(column) ? column : '?'));
        return join(`${of}.${name}`, table, unique && 'unique', shown.join(','));
      })
      .sort(),
    types: namespaces.flatMap(({ types }) => [...types.values()].map(typeLine)).sort(),
    routines: namespaces
      .flatMap(({ name, routines }) =>
        [...routines, ...constructorsIn(namespaces, name)].flatMap((routine) =>
          schema.catalog.routines(routine, { schema: name }).map(routineLine),
        ),
      )
      .sort(),
    comments: relations.flatMap(commentLines).sort(),
  };
}

const nameOf = ({ schema, name }: Relation) => `${schema}.${name}`;

function columnLines(relation: Relation): string[] {
  const start = join(nameOf(relation), KINDS[relation.kind]);
  if (relation.columns.length === 0) return [start];
  return relation.columns.map((column) =>
    join(start, column.name, column.typeText, ...flagsOf(column)),
  );
}

function defaultLines(relation: Relation): string[] {
  return relation.columns.flatMap(({ name, defaultText }) =>
    defaultText === undefined ? [] : [join(nameOf(relation), name, defaultText)],
  );
}

function flagsOf({ notNull, defaultText, generated }: Column) {
  const isComputed = generated === 'stored' || generated === 'virtual';
  return [
    notNull && 'not null',
    defaultText !== undefined && !isComputed && 'default',
    generated !== undefined && GENERATED[generated],
  ];
}

function keyLines(schema: Schema, relation: Relation): string[] {
  const { indexes } = schema.namespaces.get(relation.schema)!;
  const nameFor = (columns: readonly string[]) =>
    [...indexes.values()].filter(
      (index) =>
        index.table === relation.name && index.unique && index.columns.join() === columns.join(),
    );
  const line = (kind: string, columns: readonly string[]) =>
    join(nameOf(relation), kind, nameFor(columns)[0]?.name, `(${columns.join(',')})`);
  return [
    ...(relation.primaryKey === undefined ? [] : [line('p', relation.primaryKey)]),
    ...relation.unique.map((columns) => line('u', columns)),
    ...relation.foreignKeys.map(({ name, columns, schema: of, table, references }) => {
      const target = schema.namespaces.get(of)?.relations.get(table);
      const columnsThere = references.length > 0 ? references : (target?.primaryKey ?? []);
      const there = `${of}.${table} (${columnsThere.join(',')})`;
      return join(nameOf(relation), 'f', name, `(${columns.join(',')})`, there);
    }),
  ];
}

const TYPE_KINDS: Readonly<Record<string, string>> = {
  base: 'b',
  enum: 'e',
  domain: 'd',
  composite: 'c',
  range: 'r',
  multirange: 'm',
};

function typeLine(type: PgType): string {
  return join(
    `${type.schema}.${type.name}`,
    TYPE_KINDS[type.kind],
    type.category,
    type.base !== undefined && formatType(type.base.type, type.base.typmod),
    type.kind === 'range' && formatType(type.subtype!, -1),
    type.labels?.join(','),
    type.fields?.map((field) => `${field.name} ${formatType(field.type, field.typmod)}`).join(', '),
  );
}

/** Ranges bring functions along that the dump does not have. */
function constructorsIn(
  namespaces: Iterable<{ name: string; types: ReadonlyMap<string, PgType> }>,
  name: string,
) {
  return [...namespaces]
    .filter((namespace) => namespace.name === name)
    .flatMap(({ types }) => [...types.values()])
    .filter(({ kind }) => kind === 'range' || kind === 'multirange')
    .map((type) => type.name);
}

function routineLine(routine: Routine): string {
  const kind = { function: 'f', aggregate: 'a', window: 'w', procedure: 'p' }[routine.kind];
  return join(
    `${routine.schema}.${routine.name}`,
    `(${routine.args.map((type) => formatType(type)).join(',')})`,
    kind,
    String(routine.defaults),
    routine.variadic !== undefined && `variadic ${formatType(routine.variadic)}`,
    formatType(routine.returns),
    routine.returnsSet && 'set',
    routine.out
      ?.map(
        (field, i) =>
          `${field.name === `column${i + 1}` ? '?' : field.name} ${formatType(field.type)}`,
      )
      .join(', '),
  );
}

function commentLines(relation: Relation): string[] {
  return [
    ...(relation.comment === undefined ? [] : [join(nameOf(relation), relation.comment)]),
    ...relation.columns.flatMap(({ name, comment }) =>
      comment === undefined ? [] : [join(nameOf(relation), name, comment)],
    ),
  ];
}
