import type { Column, ForeignKey, Index, Namespace, Relation, Schema } from '../schema.js';
import { settleTarget } from '../statements/keys.js';
import { removeNamespace } from '../statements/removal.js';
import { TEMPORARY, type Draft } from '../draft/draft.js';
import type { DraftNamespace } from '../draft/draft-namespace.js';
import type { DraftColumn, DraftKey, DraftRelation } from '../draft/draft-relation.js';
import { finishRoutines } from './finish-routines.js';
import { finishTypes } from './finish-types.js';

/** The schema that a draft has become when all statements have been read. */
export function finish(draft: Draft, statements: number): Schema {
  removeNamespace(draft, TEMPORARY);
  finishTypes(draft);
  finishRoutines(draft);
  const namespaces = new Map<string, Namespace>();
  for (const namespace of draft.namespaces.values()) {
    namespaces.set(namespace.name, finishNamespace(draft, namespace));
  }
  return {
    namespaces,
    catalog: draft.catalog,
    extensions: [...draft.extensions],
    problems: draft.problems.sort((a, b) => a.line - b.line),
    statements,
  };
}

function finishNamespace(draft: Draft, namespace: DraftNamespace): Namespace {
  const { name, comment, routines } = namespace;
  const relations = new Map<string, Relation>();
  const types = new Map(namespace.types);
  for (const each of namespace.relations.values()) {
    if (each.kind === 'composite') types.set(each.name, each.rowType);
    else relations.set(each.name, finishRelation(draft, each, each.kind));
  }
  const indexes = new Map<string, Index>();
  for (const { name, schema, table, unique, columns } of namespace.indexes.values()) {
    indexes.set(name, { schema, name, table: table.name, unique, columns: columns.map(nameOf) });
  }
  return {
    ...{ name, relations, indexes, types, routines: new Set(routines.keys()) },
    ...(comment !== undefined && { comment }),
  };
}

function finishRelation(draft: Draft, relation: DraftRelation, kind: Relation['kind']): Relation {
  const { schema, name, comment, definition, line, rowType, keys } = relation;
  const primary = keys.find((key) => key.kind === 'primary');
  return {
    ...{ schema, name, kind, line, rowType },
    columns: relation.columns.map(finishColumn),
    ...(definition !== undefined && { definition }),
    ...(primary !== undefined && { primaryKey: primary.columns.map(nameOf) }),
    unique: keys.filter((key) => key.kind === 'unique').map((key) => key.columns.map(nameOf)),
    foreignKeys: keys.flatMap((key) => finishForeignKey(draft, key)),
    ...(comment !== undefined && { comment }),
  };
}

function finishColumn({ name, type, notNull, ...rest }: DraftColumn): Column {
  const { defaultText, generated, comment } = rest;
  return {
    name,
    ...(type.use !== undefined && { use: type.use }),
    typeText: type.text,
    notNull,
    ...(defaultText !== undefined && { defaultText }),
    ...(generated !== undefined && { generated }),
    ...(comment !== undefined && { comment }),
  };
}

/** A foreign key goes with the table that it refers to. */
function finishForeignKey(draft: Draft, key: DraftKey): readonly ForeignKey[] {
  const { name, columns, target } = key;
  if (target === undefined || target.relation?.dropped === true) return [];
  if (!settleTarget(draft, key)) {
    const written = target.schema === undefined ? target.name : `${target.schema}.${target.name}`;
    draft.problem(`table "${written}", which "${name}" refers to, does not exist`, target.line);
  }
  const { relation } = target;
  return [
    {
      name,
      columns: columns.map(nameOf),
      schema: relation?.schema ?? target.schema ?? target.path[0] ?? 'public',
      table: relation?.name ?? target.name,
      references: relation === undefined ? target.names : target.columns.map(nameOf),
    },
  ];
}

const nameOf = ({ name }: { name: string }) => name;
