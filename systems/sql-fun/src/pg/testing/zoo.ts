import { CatalogBuilder } from '../catalog-builder.js';
import { makeComposite, makeDomain, makeEnum, makeRange, rangeRoutines } from '../make-types.js';
import { pgCatalog } from '../pg-catalog.js';
import type { PgType } from '../pg-type.js';
import type { Routine } from '../routine.js';

/** What a schema may add, for a real server. */
export const ZOO_SQL = `
  create type mood as enum ('sad', 'happy');
  create domain posint as int4 check (value > 0);
  create domain label as varchar(20);
  create domain ints as int4[];
  create domain deep as posint;
  create type pair as (a int4, b text);
  create type textrange as range (subtype = text);
  create type "Odd Name" as enum ('x');
  create function defaulted(a int4, b int4 default 1, c text default 'x') returns int8 return 1;
  create function gathered(sep text, variadic rest int4[]) returns text return '';
  create function tied(int4) returns int4 return 1;
  create function tied(int4, int4 default 2) returns int4 return 1;
  create function overloaded(int4) returns int4 return 1;
  create function overloaded(text) returns text return '';
  create function overloaded(numeric) returns numeric return 1;
  create function same(anyelement, anyelement) returns anyelement language sql as 'select $1';
  create function alike(anycompatible, anycompatible) returns anycompatible language sql as 'select $1';
  create function element(anyelement, anyarray) returns anyelement language sql as 'select $1';
  create function outs(a anyelement, out x anyelement, out y anyarray) language sql as 'select $1, array[$1]';
  create function rows_of(n int4) returns table (id int4, name text) language sql as 'select 1, ''''';
  create function moody(anyenum) returns anyenum language sql as 'select $1';
  create function flat(anynonarray) returns anynonarray language sql as 'select $1';
  create function inner_type(anyrange) returns anyelement language sql as 'select lower($1)';
`;

const ROUTINES: readonly RoutineSpec[] = [
  { name: 'defaulted', args: 'a int4,b int4,c text', defaults: 2, returns: 'int8' },
  { name: 'gathered', args: 'sep text,rest _int4', variadic: 'int4', returns: 'text' },
  { name: 'tied', args: ' int4', returns: 'int4' },
  { name: 'tied', args: ' int4, int4', defaults: 1, returns: 'int4' },
  { name: 'overloaded', args: ' int4', returns: 'int4' },
  { name: 'overloaded', args: ' text', returns: 'text' },
  { name: 'overloaded', args: ' numeric', returns: 'numeric' },
  { name: 'same', args: ' anyelement, anyelement', returns: 'anyelement' },
  { name: 'alike', args: ' anycompatible, anycompatible', returns: 'anycompatible' },
  { name: 'element', args: ' anyelement, anyarray', returns: 'anyelement' },
  { name: 'outs', args: 'a anyelement', returns: 'record', out: 'x anyelement,y anyarray' },
  { name: 'rows_of', args: 'n int4', returns: 'record', out: 'id int4,name text' },
  { name: 'moody', args: ' anyenum', returns: 'anyenum' },
  { name: 'flat', args: ' anynonarray', returns: 'anynonarray' },
  { name: 'inner_type', args: ' anyrange', returns: 'anyelement' },
];

interface RoutineSpec {
  readonly name: string;
  readonly args: string;
  readonly defaults?: number;
  readonly variadic?: string;
  readonly returns: string;
  readonly out?: string;
}

/** The same as a catalog. */
export function zooCatalog(): CatalogBuilder {
  const catalog = new CatalogBuilder(pgCatalog());
  const at = (name: string) => ({ type: typeIn(catalog, name), typmod: -1 });
  catalog.addType(makeEnum('public', 'mood', ['sad', 'happy']));
  catalog.addType(makeDomain('public', 'posint', at('int4')));
  catalog.addType(makeDomain('public', 'label', { ...at('varchar'), typmod: 24 }));
  catalog.addType(makeDomain('public', 'ints', at('_int4')));
  catalog.addType(makeDomain('public', 'deep', at('posint')));
  const fields = [
    { name: 'a', ...at('int4') },
    { name: 'b', ...at('text') },
  ];
  catalog.addType(makeComposite('public', 'pair', fields));
  const range = makeRange('public', 'textrange', at('text').type);
  catalog.addType(range);
  for (const routine of rangeRoutines(range, at('text').type)) catalog.addRoutine(routine);
  catalog.addCast(range, range.multirange!, 'explicit');
  catalog.addType(makeEnum('public', 'Odd Name', ['x']));
  for (const spec of ROUTINES) catalog.addRoutine(routineOf(catalog, 'public', spec));
  return catalog;
}

/** A function, written in short. */
export function routineOf(catalog: CatalogBuilder, schema: string, spec: RoutineSpec): Routine {
  const at = (name: string) => typeIn(catalog, name);
  const fields = (text: string) => text.split(',').map((field) => field.split(' '));
  const args = fields(spec.args);
  const out = spec.out && fields(spec.out);
  return {
    schema,
    name: spec.name,
    kind: 'function',
    args: args.map(([, type]) => at(type!)),
    argNames: args.map(([name]) => name!),
    defaults: spec.defaults ?? 0,
    ...(spec.variadic && { variadic: at(spec.variadic) }),
    returns: at(spec.returns),
    returnsSet: false,
    ...(out && { out: out.map(([name, type]) => ({ name: name!, type: at(type!), typmod: -1 })) }),
  };
}

export function typeIn(catalog: CatalogBuilder, name: string): PgType {
  const type = catalog.type(name, { path: ['public'] });
  if (type === undefined) throw new Error(`There is no type ${name}.`);
  return type;
}

/** Common types and odd ones; `unknown` is a bare NULL. */
export const ZOO = [
  ...['unknown', 'bool', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'money', 'oid'],
  ...['text', 'varchar', 'bpchar', 'char', 'name', 'bytea', 'uuid', 'json', 'jsonb', 'xml'],
  ...['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval', 'inet', 'cidr'],
  ...['point', 'box', 'bit', 'varbit', 'regclass', 'tsvector', 'tsquery', 'int2vector', 'record'],
  ...['int4range', 'int4multirange', 'tstzrange', 'textrange', '_int4', '_int8', '_text'],
  ...['_varchar', '_record', 'mood', '_mood', 'posint', '_posint', 'label', 'ints', 'deep'],
  ...['pair', '_pair', 'pg_class', 'pg_lsn'],
];

/** A value of a type without a value. */
export function nullOf(name: string): string {
  if (name === 'unknown') return 'NULL';
  if (name === 'record') return 'ROW(NULL::int4, NULL::text)';
  if (name === '_record') return '(ARRAY[ROW(NULL::int4, NULL::text)])[1:1]';
  return `NULL::"${name}"`;
}
