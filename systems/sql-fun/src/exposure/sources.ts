import type { Exposure } from '../policy/index.js';

export interface NameRules {
  readonly exposure: Exposure;
  /** The schemas that names without a schema are looked for in. */
  readonly path: readonly string[];
}

/** A name of a relation, as it is written. */
export interface WrittenRelation {
  readonly schema: string | undefined;
  readonly name: string;
}

/** Something in FROM, or the target of a statement. */
export interface Source {
  readonly name: string | undefined;
  /** The relations that it may be, by schema and name; undefined where its columns cannot be known from names. */
  readonly relations: readonly (readonly [schema: string, name: string])[] | undefined;
  /** Some of its columns may not be seen. */
  readonly hides: boolean;
  /** It has no alias, so `schema.name.column` is possible. */
  readonly bare: boolean;
}

export interface Scope {
  readonly sources: Source[];
  /** Names of WITH. */
  readonly ctes: ReadonlySet<string>;
  readonly outer: Scope | undefined;
}

/** The schemas where a relation of this name may be seen. PostgreSQL looks into `pg_catalog` first. */
export function schemasWith(name: string, { exposure, path }: NameRules): readonly string[] {
  const searched = path.includes('pg_catalog') ? path : ['pg_catalog', ...path];
  return searched.filter((schema) => exposure.relation(schema, name));
}

/** An alias, as the parser gives it. */
export interface Alias {
  readonly aliasname: string;
  readonly colnames?: unknown;
}

export function relationSource(
  { schema, name }: WrittenRelation,
  rules: NameRules,
  alias?: Alias,
): Source {
  const relations = (schema === undefined ? schemasWith(name, rules) : [schema])
    .filter((each) => rules.exposure.relation(each, name))
    .map((each) => [each, name] as const);
  return {
    name: alias?.aliasname ?? name,
    relations: alias?.colnames === undefined ? relations : undefined,
    hides: relations.some((one) => !rules.exposure.allColumns(...one)),
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
  return sourcesIn(scope).find((one) =>
    schema === undefined
      ? one.name === name
      : one.bare && one.relations?.some(([s, n]) => s === schema && n === name),
  );
}

/** The sources whose columns can be used without their name, the innermost first. */
export const sourcesIn = (scope: Scope): readonly Source[] =>
  scopesFrom(scope).flatMap(({ sources }) => sources);

export const hasCte = (scope: Scope, name: string): boolean =>
  scopesFrom(scope).some(({ ctes }) => ctes.has(name));

function scopesFrom(scope: Scope): readonly Scope[] {
  const scopes: Scope[] = [];
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) scopes.push(at);
  return scopes;
}
