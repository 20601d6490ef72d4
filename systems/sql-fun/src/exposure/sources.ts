import type { Exposure } from '../policy/index.js';

export interface NameRules {
  readonly exposure: Exposure;
  /** The schemas that names without a schema are looked for in. */
  readonly path: readonly string[];
}

export type WrittenRelation = { readonly schema: string | undefined; readonly name: string };

/** Something in FROM, or the target of a statement. */
export interface Source {
  readonly name: string | undefined;
  /** The relations that it may be, by schema and name; undefined where its columns cannot be known from names. */
  readonly relations: readonly (readonly [schema: string, name: string])[] | undefined;
  readonly hides: boolean;
  /** It has no alias, so `schema.name.column` is possible. */
  readonly bare: boolean;
}

/** A query: what is in FROM, the names of WITH, and the query around it. */
export interface Scope {
  readonly sources: Source[];
  readonly ctes: ReadonlySet<string>;
  readonly outer?: Scope;
}

export interface Alias {
  readonly aliasname: string;
  readonly colnames?: unknown;
}

export function relationSource(range: WrittenRelation, rules: NameRules, alias?: Alias): Source {
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
export function otherSource(name: string | undefined, hides = false): Source {
  return { name, relations: undefined, hides, bare: false };
}

export function mayHave(source: Source, column: string, { exposure }: NameRules): boolean {
  return source.relations?.some((one) => exposure.column(...one, column)) ?? true;
}

/** The source that `u` or `public.users` names. */
export function sourceNamed(scope: Scope, parts: readonly string[]): Source | undefined {
  const [name, schema] = [parts.at(-1), parts.at(-2)];
  const isMeant = ([space, relation]: readonly [string, string]) =>
    space === schema && relation === name;
  return sourcesIn(scope).find((one) =>
    schema === undefined ? one.name === name : one.bare && one.relations?.some(isMeant),
  );
}

/** The sources whose columns can be used without their name, the innermost first. */
export const sourcesIn = (scope: Scope): readonly Source[] =>
  scopesFrom(scope).flatMap(({ sources }) => sources);

export function scopesFrom(scope: Scope): readonly Scope[] {
  const scopes = [scope];
  for (let { outer } = scope; outer !== undefined; { outer } = outer) scopes.push(outer);
  return scopes;
}
