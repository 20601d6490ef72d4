import { namesIn } from '../query/syntax.js';
import type { Members, WrittenRelation } from './name-visitor.js';

/** What a statement such as DROP or COMMENT names: one of these. */
export interface NamedObject {
  readonly relation?: WrittenRelation;
  /** Of the relation. */
  readonly column?: string;
  readonly schema?: string;
  readonly other?: { readonly target: string; readonly parts: readonly string[] };
}

type Reading = 'relation' | 'column' | 'of relation' | 'schema' | 'in schema' | 'none';

/** How the name of an object is read, by its type. Types and functions have nodes of their own. */
const READINGS: Readonly<Record<string, Reading>> = {
  ...rows('relation', 'TABLE VIEW MATVIEW FOREIGN_TABLE SEQUENCE'),
  ...rows('column', 'COLUMN ATTRIBUTE'),
  ...rows('of relation', 'TABCONSTRAINT TRIGGER RULE POLICY'),
  ...rows('schema', 'SCHEMA'),
  // Their names are not in the policy: an index is seen with its table.
  ...rows('in schema', 'INDEX STATISTIC_EXT'),
  ...rows('none', 'TYPE DOMAIN DOMCONSTRAINT FUNCTION PROCEDURE ROUTINE AGGREGATE OPERATOR CAST'),
  ...rows('none', 'ROLE DATABASE TABLESPACE EXTENSION LANGUAGE FDW FOREIGN_SERVER PUBLICATION'),
  ...rows('none', 'SUBSCRIPTION EVENT_TRIGGER ACCESS_METHOD LARGEOBJECT TRANSFORM AMOP AMPROC'),
};

/** The objects that a statement names in lists, not in nodes of their own. */
export function* namesOfObject(kind: string, members: Members): Generator<NamedObject> {
  if ('objname' in members) yield routineOf(members);
  if (kind === 'AlterEnumStmt' || kind === 'AlterDomainStmt' || kind === 'AlterTypeStmt') {
    yield { other: { target: 'type', parts: namesIn(members['typeName']) } };
  }
  if (typeof members['newschema'] === 'string') yield { schema: members['newschema'] };
  if (kind === 'CreateSchemaStmt' && typeof members['schemaname'] === 'string') {
    yield { schema: members['schemaname'] };
  }
  if (kind === 'DefElem' && members['defname'] === 'owned_by') {
    const parts = partsOf(members['arg']);
    if (parts.length > 1) yield* read('column', '', parts);
    return;
  }
  const type = ['removeType', 'objtype', 'objectType', 'renameType']
    .map((key) => members[key])
    .find((value) => typeof value === 'string') as string | undefined;
  if (type === undefined) return;
  const name = type.replace('OBJECT_', '');
  const reading = READINGS[name] ?? 'other';
  const objects = [members['objects'] ?? members['object'] ?? []].flat();
  for (const object of objects) yield* read(reading, name, partsOf(object));
  if (name === 'SCHEMA' && typeof members['subname'] === 'string')
    yield { schema: members['subname'] };
}

function* read(
  reading: Reading | 'other',
  type: string,
  parts: readonly string[],
): Generator<NamedObject> {
  const [schema, last] = [parts.at(-2), parts.at(-1)];
  if (last === undefined || reading === 'none') return;
  if (reading === 'schema') yield { schema: last };
  else if (reading === 'in schema') yield schema === undefined ? {} : { schema };
  else if (reading === 'relation') yield { relation: { schema, name: last } };
  else if (reading === 'other')
    yield {
      other: { target: wordsOf(type), parts: type.startsWith('OP') ? parts.slice(1) : parts },
    };
  else if (schema !== undefined) {
    const relation = { schema: parts.at(-3), name: schema };
    yield { relation, ...(reading === 'column' && { column: last }) };
  }
}

function routineOf(members: Members): NamedObject {
  const parts = namesIn(members['objname']);
  const isOperator = !/[\p{L}\p{N}_]/u.test(parts.at(-1) ?? '');
  return { other: { target: isOperator ? 'operator' : 'function', parts } };
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

function rows(reading: Reading, types: string): Readonly<Record<string, Reading>> {
  return Object.fromEntries(types.split(' ').map((type) => [type, reading]));
}
