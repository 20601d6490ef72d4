import type { Relation, Schema } from './schema.js';

/** The relation that a name means: in the schema that is told, otherwise in the first of the path that has one. */
export function findRelation(
  schema: Schema,
  path: readonly string[],
  name: string,
  namespace?: string,
): Relation | undefined {
  for (const each of namespace === undefined ? path : [namespace]) {
    const found = schema.namespaces.get(each)?.relations.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All relations, schema by schema, in the order of the dump. */
export function* relationsOf(schema: Schema): Generator<Relation> {
  for (const { relations } of schema.namespaces.values()) yield* relations.values();
}
