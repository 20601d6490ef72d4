import type { Exposure } from '../policy/index.js';
import type { ForeignKey, Relation, Schema } from '../schema/index.js';
import { sees } from './described-keys.js';

/** Something that is wrong with a schema although it can be read. */
export interface ToldSchemaProblem {
  readonly severity: 'error' | 'note';
  readonly message: string;
  /** What it is about, qualified; missing where it is about the dump as such. */
  readonly name?: string;
  /** Of the dump, from 1. */
  readonly line: number;
}

/**
 * What is wrong with the tables of a schema: keys that lead nowhere, types that nobody knows. The dump's own problems do not
 * say what they are about: who may see a part of it is told what can be found out about that part.
 */
export function schemaProblems(
  schema: Schema,
  exposure: Exposure | undefined,
): readonly ToldSchemaProblem[] {
  const relations = [...schema.namespaces.values()]
    .flatMap((namespace) => [...namespace.relations.values()])
    .filter((relation) => sees(exposure, relation, []));
  const ofTypes = relations.flatMap((relation) => typeProblems(relation, schema, exposure));
  if (exposure === undefined) {
    const notes = ofTypes.filter(({ severity }) => severity === 'note');
    return [...schema.problems.map((one) => ({ severity: 'error' as const, ...one })), ...notes];
  }
  return [...ofTypes, ...relations.flatMap((relation) => keyProblems(relation, schema, exposure))];
}

function keyProblems(
  relation: Relation,
  schema: Schema,
  exposure: Exposure,
): readonly ToldSchemaProblem[] {
  if (relation.definition !== undefined && relation.columns.length === 0) return [];
  const about = aboutRelation(relation);
  const problems: ToldSchemaProblem[] = [];
  const own = new Set(relation.columns.map(({ name }) => name));
  for (const columns of [relation.primaryKey ?? [], ...relation.unique]) {
    const missing = columns.find((column) => !own.has(column));
    if (missing !== undefined && sees(exposure, relation, columns))
      problems.push({ ...about, message: `a key is on column ${missing}, which is not there` });
  }
  for (const key of relation.foreignKeys) {
    if (!sees(exposure, relation, key.columns) || !seesTarget(exposure, key)) continue;
    const message = foreignKeyProblem(key, own, schema);
    if (message !== undefined) problems.push({ ...about, message });
  }
  return problems;
}

/** Without columns it refers to the primary key, of which any column may be a part. */
function seesTarget(exposure: Exposure, key: ForeignKey): boolean {
  if (key.references.length === 0) return exposure.allColumns(key.schema, key.table);
  return sees(exposure, { schema: key.schema, name: key.table }, key.references);
}

function foreignKeyProblem(
  key: ForeignKey,
  own: ReadonlySet<string>,
  schema: Schema,
): string | undefined {
  const head = `a foreign key on ${key.columns.join(', ')}`;
  const missing = key.columns.find((column) => !own.has(column));
  if (missing !== undefined) return `${head}: column ${missing} is not there`;
  const target = `${key.schema}.${key.table}`;
  const other = schema.namespaces.get(key.schema)?.relations.get(key.table);
  if (other === undefined) return `${head} refers to ${target}, which is not there`;
  const theirs = new Set(other.columns.map(({ name }) => name));
  const lost = key.references.find((column) => !theirs.has(column));
  if (lost !== undefined) return `${head} refers to ${target}.${lost}, which is not there`;
  if (key.references.length === 0 && other.primaryKey === undefined)
    return `${head} refers to ${target}, which has no primary key`;
  return undefined;
}

function typeProblems(
  relation: Relation,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly ToldSchemaProblem[] {
  // A type of an extension is not in a dump: it may well be right. Every database has plpgsql, which has no types.
  const mayBeFromExtension = schema.extensions.some((name) => name !== 'plpgsql');
  const severity = mayBeFromExtension ? ('note' as const) : ('error' as const);
  return relation.columns
    .filter(({ name, use }) => use === undefined && sees(exposure, relation, [name]))
    .map(({ name, typeText }) => ({
      ...aboutRelation(relation),
      severity,
      message: `the type ${typeText} of column ${name} is not known`,
    }));
}

function aboutRelation({ schema, name, line }: Relation) {
  return { severity: 'error' as const, name: `${schema}.${name}`, line };
}
