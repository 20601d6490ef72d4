import type { Node } from 'libpg-query';
import { itemsOf, nameIn, only, qualifiedName, strings, type NodeOf } from '../ast.js';
import type { Draft } from '../draft/draft.js';
import type { DraftNamespace } from '../draft/draft-namespace.js';
import { findType } from './create-type.js';
import { removeIndex, removeNamespace, removeRelation, removeType } from './removal.js';

type DropStmt = NodeOf<'DropStmt'>;

/** Takes one thing away; false where there is no such thing. */
type Drop = (draft: Draft, object: Node, cascades: boolean) => boolean;

const DROPS: Readonly<Record<string, readonly [what: string, drop: Drop]>> = {
  OBJECT_TABLE: ['relation', dropRelation],
  OBJECT_VIEW: ['relation', dropRelation],
  OBJECT_MATVIEW: ['relation', dropRelation],
  OBJECT_FOREIGN_TABLE: ['relation', dropRelation],
  OBJECT_SEQUENCE: ['relation', dropRelation],
  OBJECT_INDEX: ['index', dropIndex],
  OBJECT_TYPE: ['type', dropType],
  OBJECT_DOMAIN: ['type', dropType],
  OBJECT_FUNCTION: ['function', dropRoutine],
  OBJECT_PROCEDURE: ['procedure', dropRoutine],
  OBJECT_AGGREGATE: ['aggregate', dropRoutine],
  OBJECT_ROUTINE: ['routine', dropRoutine],
  OBJECT_SCHEMA: ['schema', dropSchema],
  OBJECT_EXTENSION: ['extension', dropExtension],
};

export function drop({ objects, removeType: kind, behavior, missing_ok }: DropStmt, draft: Draft) {
  const known = DROPS[kind ?? ''];
  if (known === undefined) return;
  const [what, remove] = known;
  for (const object of objects ?? []) {
    if (remove(draft, object, behavior === 'DROP_CASCADE') || missing_ok === true) continue;
    draft.missing(what, nameOf(object));
  }
}

function nameOf(object: Node) {
  if ('ObjectWithArgs' in object) return qualifiedName(strings(object.ObjectWithArgs.objname));
  return qualifiedName(nameIn(object));
}

function dropRelation(draft: Draft, object: Node, cascades: boolean): boolean {
  const relation = draft.find(nameOf(object));
  if (relation !== undefined) removeRelation(draft, relation, cascades);
  return relation !== undefined;
}

function dropIndex(draft: Draft, object: Node): boolean {
  const { schema, name } = nameOf(object);
  for (const each of schema === undefined ? draft.path : [schema]) {
    const index = draft.namespaces.get(each)?.indexes.get(name);
    if (index === undefined) continue;
    removeIndex(draft, index);
    return true;
  }
  return false;
}

function dropType(draft: Draft, object: Node): boolean {
  const name = nameOf(object);
  const type = findType(draft, name);
  if (type !== undefined) removeType(draft, type);
  return type !== undefined || dropRelation(draft, object, false);
}

function dropRoutine(draft: Draft, object: Node): boolean {
  const { schema, name } = nameOf(object);
  return (schema === undefined ? draft.path : [schema]).some((each) => {
    const namespace = draft.namespaces.get(each);
    return namespace !== undefined && removeRoutine(draft, namespace, name, object);
  });
}

/** The one with these arguments, or, where none are written, all of that name. */
function removeRoutine(draft: Draft, namespace: DraftNamespace, name: string, object: Node) {
  const known = namespace.routines.get(name);
  if (known === undefined) return false;
  const signature = 'ObjectWithArgs' in object ? object.ObjectWithArgs : {};
  const args = only('TypeName', signature.objargs).map((type) => draft.lookUp(type));
  const left =
    signature.args_unspecified === true
      ? []
      : known.filter(
          ({ inputs }) =>
            inputs.length !== args.length ||
            !inputs.every(({ type }, i) => type.isSameAs(args[i]!)),
        );
  if (left.length === 0) namespace.routines.delete(name);
  else namespace.routines.set(name, left);
  return left.length < known.length;
}

function dropSchema(draft: Draft, object: Node): boolean {
  const [name = ''] = strings(itemsOf(object));
  const isThere = draft.namespaces.has(name);
  removeNamespace(draft, name);
  return isThere;
}

function dropExtension(draft: Draft, object: Node): boolean {
  return draft.extensions.delete(strings([object])[0] ?? '');
}
