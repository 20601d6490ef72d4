import type { Exposure } from '../policy/exposure.js';
import { namesIn, type Members } from '../query/syntax.js';

export interface NameRules {
  readonly exposure: Exposure;
  readonly path: readonly string[];
}

export type WrittenRelation = { readonly schema: string | undefined; readonly name: string };

export interface NameSource {
  readonly name: string | undefined;
  /** The relations that it may be, by schema and name; undefined if its columns cannot be known from names. */
  readonly relations: readonly (readonly [schema: string, name: string])[] | undefined;
  readonly hides: boolean;
  /** It has no alias, so `schema.name.column` is possible. */
  readonly bare: boolean;
}

export interface QueryScope {
  readonly sources: NameSource[];
  readonly ctes: ReadonlySet<string>;
  readonly outer?: QueryScope;
}

export interface Alias {
  readonly aliasname: string;
  readonly colnames?: unknown;
}

export function relationSource(
  range: WrittenRelation,
  rules: NameRules,
  alias?: Alias,
): NameSource {
  const { schema, name } = range;
  const { exposure, path } = rules;
  // PostgreSQL looks into `pg_catalog` first.
  const searched = path.includes('pg_catalog') ? path : ['pg_catalog', ...path];
  const relations = (schema === undefined ? searched : [schema])
    .filter((each) => exposure.relation(each, name))
    .map((each) => [each, name] as const);
  return {
    name: alias?.aliasname ?? name,
    relations: alias?.colnames === undefined ? relations : undefined,
    hides: relations.some((one) => !exposure.allColumns(...one)),
    bare: alias === undefined,
  };
}

/** A subquery, a function, a name of WITH: what it reads has been looked at by itself. */
export function otherSource(name: string | undefined, hides = false): NameSource {
  return { name, relations: undefined, hides, bare: false };
}

export function mayHave(source: NameSource, column: string, { exposure }: NameRules): boolean {
  return source.relations?.some((one) => exposure.column(...one, column)) ?? true;
}

/** The source that `u` or `public.users` names. */
export function sourceNamed(scope: QueryScope, parts: readonly string[]): NameSource | undefined {
  const [name, schema] = [parts.at(-1), parts.at(-2)];
  const isMeant = ([space, relation]: readonly [string, string]) =>
    space === schema && relation === name;
  return sourcesIn(scope).find((one) =>
    schema === undefined ? one.name === name : one.bare && one.relations?.some(isMeant),
  );
}

/** The sources whose columns can be used without their name, the innermost first. */
export const sourcesIn = (scope: QueryScope): readonly NameSource[] =>
  scopesFrom(scope).flatMap(({ sources }) => sources);

export function scopesFrom(scope: QueryScope): readonly QueryScope[] {
  const scopes = [scope];
  for (let { outer } = scope; outer !== undefined; { outer } = outer) scopes.push(outer);
  return scopes;
}

/** Members that are lists of names, by what they name. */
export const OTHERS: Readonly<Record<string, string>> = {
  ...{ funcname: 'function', collname: 'collation', useOp: 'operator', operName: 'operator' },
  ...{ opclass: 'operator class', opclassname: 'operator class' },
};

/** Members that are names of columns of the relation that the statement is about. */
export const COLUMN_LISTS = new Set(
  'attlist columns cols va_cols keys including fk_attrs fk_del_set_cols'.split(' '),
);
export const COLUMN_NAMES = new Set(['IndexElem', 'StatsElem']);

/** The member that names what a statement creates: nothing of this name needs to exist. */
export const CREATED: Readonly<Record<string, string>> = {
  ...{ CreateStmt: 'relation', ViewStmt: 'view', CreateSeqStmt: 'sequence' },
  ...{ CompositeTypeStmt: 'typevar', into: 'rel', intoClause: 'rel' },
  ...{ CreateFunctionStmt: 'funcname', CreateOpClassStmt: 'opclassname' },
  ...{ CreateEnumStmt: 'typeName', CreateRangeStmt: 'typeName', CreateDomainStmt: 'domainname' },
  ...{ DefineStmt: 'defnames', CreateStatsStmt: 'defnames' },
  ...{ CreateConversionStmt: 'conversion_name' },
};

/** How the name of an object is read, by its type; others are in a schema and called by their type. */
const READINGS: Readonly<Record<string, string>> = {
  ...rows('relation', 'TABLE VIEW MATVIEW FOREIGN_TABLE SEQUENCE'),
  ...rows('column', 'COLUMN ATTRIBUTE'),
  ...rows('of relation', 'TABCONSTRAINT TRIGGER RULE POLICY'),
  ...rows('schema', 'SCHEMA'),
  // Their names are not in the policy: an index is seen with its table.
  ...rows('in schema', 'INDEX STATISTIC_EXT'),
  // Types and functions have nodes of their own.
  ...rows('none', 'TYPE DOMAIN DOMCONSTRAINT FUNCTION PROCEDURE ROUTINE AGGREGATE OPERATOR CAST'),
  ...rows('none', 'ROLE DATABASE TABLESPACE EXTENSION LANGUAGE FDW FOREIGN_SERVER PUBLICATION'),
  ...rows('none', 'SUBSCRIPTION EVENT_TRIGGER ACCESS_METHOD LARGEOBJECT TRANSFORM AMOP AMPROC'),
};

function rows(reading: string, types: string): Readonly<Record<string, string>> {
  return Object.fromEntries(types.split(' ').map((type) => [type, reading]));
}

type NamedObject = readonly [reading: string, parts: readonly string[]];

/** The objects that a statement such as DROP or COMMENT names in lists: how they are read, and the parts of their names. */
export function* objectsNamed(kind: string, members: Members): Generator<NamedObject> {
  if ('objname' in members) {
    const parts = namesIn(members['objname']);
    yield [/[\p{L}\p{N}_]/u.test(parts.at(-1) ?? '') ? 'function' : 'operator', parts];
  }
  if (/^Alter(?:Enum|Domain|Type)Stmt$/.test(kind)) yield ['type', namesIn(members['typeName'])];
  const type = ['removeType', 'objtype', 'objectType', 'renameType']
    .map((key) => members[key])
    .find((value) => typeof value === 'string') as string | undefined;
  const name = type?.replace('OBJECT_', '');
  const schemas = [
    members['newschema'],
    kind === 'CreateSchemaStmt' && members['schemaname'],
    name === 'SCHEMA' && members['subname'],
  ];
  for (const schema of schemas) if (typeof schema === 'string') yield ['schema', [schema]];
  if (kind === 'DefElem' && members['defname'] === 'owned_by') {
    yield ['column', partsOf(members['arg'])];
  } else if (name !== undefined) {
    const reading = READINGS[name] ?? wordsOf(name);
    for (const object of [members['objects'] ?? members['object'] ?? []].flat()) {
      // An operator class comes after its access method.
      yield [reading, partsOf(object).slice(name.startsWith('OP') ? 1 : 0)];
    }
  }
}

function partsOf(object: unknown): readonly string[] {
  const { List, String: text } = object as {
    List?: { items?: unknown };
    String?: { sval: string };
  };
  return text === undefined ? namesIn(List?.items) : [text.sval];
}

/** `TSCONFIGURATION` is `text search configuration`. */
const wordsOf = (type: string) =>
  type
    .toLowerCase()
    .replace(/^ts/, 'text search ')
    .replace(/^op/, 'operator ')
    .replaceAll('_', ' ');
