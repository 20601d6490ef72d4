import type { Node } from 'libpg-query';
import { nameIn, qualifiedName, strings, type NodeOf } from '../ast.js';
import { rangeName, type Draft } from '../draft/draft.js';
import type { DraftIndex } from '../draft/draft-relation.js';
import { addRoutine } from './create-routine.js';
import { findType } from './create-type.js';
import { beforeColumnRename } from '../derived/before-change.js';
import { renameDerived } from '../derived/reshape.js';
import { reachedBy } from './inheritance.js';
import { moveIndex, moveRelation, moveType, type Destination } from './moving.js';

export function renameThing(stmt: NodeOf<'RenameStmt'>, draft: Draft): void {
  const { renameType, newname = '', missing_ok } = stmt;
  switch (renameType) {
    case 'OBJECT_COLUMN':
    case 'OBJECT_ATTRIBUTE':
      return renameColumn(stmt, draft);
    case 'OBJECT_TABCONSTRAINT':
      return renameConstraint(stmt, draft);
    case 'OBJECT_SCHEMA':
      return renameSchema(draft, stmt.subname ?? '', newname);
    default:
      move(draft, renameType, stmt, { name: newname }, missing_ok);
  }
}

export function setSchema(stmt: NodeOf<'AlterObjectSchemaStmt'>, draft: Draft): void {
  move(draft, stmt.objectType, stmt, { schema: stmt.newschema }, stmt.missing_ok);
}

function move(
  draft: Draft,
  kind: string | undefined,
  { relation: range, object }: Pick<NodeOf<'RenameStmt'>, 'relation' | 'object'>,
  to: Destination,
  mayBeMissing: boolean | undefined,
): void {
  if (range !== undefined) {
    const name = rangeName(range);
    const relation = draft.find(name);
    const index = relation === undefined ? findIndex(draft, name) : undefined;
    if (relation !== undefined) moveRelation(draft, relation, to);
    else if (index !== undefined) moveIndex(draft, index, to);
    else if (mayBeMissing !== true) draft.missing('relation', name);
  } else if (kind === 'OBJECT_TYPE' || kind === 'OBJECT_DOMAIN') {
    const name = qualifiedName(nameIn(object));
    const type = findType(draft, name);
    const row = draft.find(name);
    if (type !== undefined) moveType(draft, type, to);
    else if (row !== undefined) moveRelation(draft, row, to);
    else draft.missing('type', name);
  } else if (object !== undefined && 'ObjectWithArgs' in object) {
    moveRoutines(draft, object, to);
  }
}

function findIndex(
  draft: Draft,
  { schema, name }: ReturnType<typeof rangeName>,
): DraftIndex | undefined {
  for (const each of schema === undefined ? draft.path : [schema]) {
    const found = draft.namespaces.get(each)?.indexes.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function renameColumn(stmt: NodeOf<'RenameStmt'>, draft: Draft): void {
  const { relation: range, subname = '', newname = '', missing_ok } = stmt;
  const relation = draft.relation(range, missing_ok);
  if (relation === undefined) return;
  if (relation.column(subname) === undefined && !relation.isDerived) {
    draft.problem(`column "${subname}" of "${relation.name}" does not exist`);
  }
  for (const each of reachedBy(relation, range?.inh)) {
    const column = each.column(subname);
    if (column === undefined && !each.isDerived) continue;
    beforeColumnRename(each);
    if (column !== undefined) column.name = newname;
    else renameDerived(draft, each, subname, newname);
  }
}

function renameConstraint(stmt: NodeOf<'RenameStmt'>, draft: Draft): void {
  const relation = draft.relation(stmt.relation, stmt.missing_ok);
  const key = relation?.keys.find(({ name }) => name === stmt.subname);
  if (key === undefined) return;
  key.name = stmt.newname ?? '';
  if (key.index !== undefined) moveIndex(draft, key.index, { name: key.name });
}

function renameSchema(draft: Draft, from: string, to: string): void {
  const namespace = draft.namespaces.get(from);
  if (namespace === undefined) return draft.missing('schema', { schema: undefined, name: from });
  namespace.name = to;
  draft.namespaces.delete(from);
  draft.namespaces.set(to, namespace);
  for (const relation of [...namespace.relations.values()]) {
    moveRelation(draft, relation, { schema: to });
  }
  for (const type of new Set(namespace.types.values())) {
    if (type.kind !== 'multirange') moveType(draft, type, { schema: to });
  }
  for (const routine of [...namespace.routines.values()].flat()) routine.schema = to;
}

/** All of that name: which of them is meant makes a difference to nobody but the one who has two of them. */
function moveRoutines(
  draft: Draft,
  object: Extract<Node, { ObjectWithArgs: unknown }>,
  to: Destination,
) {
  const { schema, name } = qualifiedName(strings(object.ObjectWithArgs.objname));
  for (const each of schema === undefined ? draft.path : [schema]) {
    const routines = draft.namespaces.get(each)?.routines;
    const known = routines?.get(name) ?? [];
    routines?.delete(name);
    for (const routine of known) {
      routine.schema = to.schema ?? routine.schema;
      routine.name = to.name ?? routine.name;
      addRoutine(draft, routine);
    }
  }
}
