import type { Constraint } from 'libpg-query';
import { strings } from '../ast.js';
import { chooseName } from '../draft/choose-name.js';
import { rangeName, type Draft } from '../draft/draft.js';
import type { DraftKey, DraftRelation, Named } from '../draft/draft-relation.js';
import { addExclusion, addIndex, columnsOf } from './indexes.js';

/** Adds what a constraint says about the columns: keys, and which of them are never null. `own` is the column at which it is written. */
export function addKey(
  draft: Draft,
  relation: DraftRelation,
  constraint: Constraint,
  own?: readonly Named[],
): void {
  switch (constraint.contype) {
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE':
      addUniqueKey(draft, relation, constraint, own);
      break;
    case 'CONSTR_FOREIGN':
      addForeignKey(draft, relation, constraint, own);
      break;
    case 'CONSTR_EXCLUSION':
      addExclusion(draft, relation, constraint);
      break;
    case 'CONSTR_NOTNULL':
      addNotNull(draft, relation, constraint, own);
      break;
  }
}

/** A key of a partitioned table is one of its partitions as well. */
export function passOnKey(draft: Draft, child: DraftRelation, key: DraftKey): void {
  if (key.kind === 'not_null' || child.keys.some((known) => isSameKey(known, key))) return;
  const columns = columnsOf(draft, child, namesOf(key.columns));
  if (key.kind === 'foreign') child.keys.push({ ...key, columns });
  else keepUniqueKey(draft, child, key.kind, columns, undefined);
}

function addUniqueKey(
  draft: Draft,
  relation: DraftRelation,
  { contype, conname, keys, indexname }: Constraint,
  own: readonly Named[] | undefined,
): void {
  const kind = contype === 'CONSTR_PRIMARY' ? 'primary' : 'unique';
  if (indexname !== undefined) {
    useIndex(draft, relation, kind, indexname, conname);
    return;
  }
  const columns = own ?? columnsOf(draft, relation, strings(keys));
  keepUniqueKey(draft, relation, kind, columns, conname);
}

function keepUniqueKey(
  draft: Draft,
  relation: DraftRelation,
  kind: 'primary' | 'unique',
  columns: readonly Named[],
  given: string | undefined,
): void {
  if (kind === 'primary' && relation.keys.some((key) => key.kind === 'primary')) {
    draft.problem(`"${relation.name}" has more than one primary key`);
    return;
  }
  const namespace = draft.namespace(relation.schema);
  const isTaken = (name: string) => namespace.isTaken(name);
  const name =
    given ??
    (kind === 'primary'
      ? chooseName(relation.name, [], 'pkey', isTaken)
      : chooseName(relation.name, namesOf(columns), 'key', isTaken));
  const index = addIndex(draft, relation, { name, unique: true, columns });
  relation.keys.push({ kind, name, columns, index });
  if (kind === 'primary') forbidNulls(relation, columns);
}

/** `ADD CONSTRAINT … PRIMARY KEY USING INDEX …`: the index takes the name of the constraint. */
function useIndex(
  draft: Draft,
  relation: DraftRelation,
  kind: 'primary' | 'unique',
  indexName: string,
  given: string | undefined,
): void {
  const { indexes } = draft.namespace(relation.schema);
  const index = indexes.get(indexName);
  if (index === undefined) {
    draft.problem(`index "${indexName}" does not exist`);
    return;
  }
  indexes.delete(indexName);
  index.name = given ?? indexName;
  indexes.set(index.name, index);
  relation.keys.push({ kind, name: index.name, columns: index.columns, index });
  if (kind === 'primary') forbidNulls(relation, index.columns);
}

function addForeignKey(
  draft: Draft,
  relation: DraftRelation,
  { conname, fk_attrs, pk_attrs, pktable }: Constraint,
  own: readonly Named[] | undefined,
): void {
  const columns = own ?? columnsOf(draft, relation, strings(fk_attrs));
  const isTaken = (name: string) => relation.keys.some((key) => key.name === name);
  const name = conname ?? chooseName(relation.name, namesOf(columns), 'fkey', isTaken);
  const { line, path } = draft;
  const names = strings(pk_attrs);
  const target = { ...rangeName(pktable), path, line, names, columns: [] };
  relation.keys.push({ kind: 'foreign', name, columns, target });
  settleTarget(draft, relation.keys.at(-1)!);
}

/** Looks for the table that a foreign key refers to; whether it is there by now. */
export function settleTarget(draft: Draft, { target }: DraftKey): boolean {
  if (target === undefined || target.relation !== undefined) return true;
  const relation = draft.find(target, target.path);
  if (relation === undefined) return false;
  target.relation = relation;
  target.columns = columnsOf(draft, relation, target.names, target.line);
  return true;
}

function addNotNull(
  draft: Draft,
  relation: DraftRelation,
  { conname, keys }: Constraint,
  own: readonly Named[] | undefined,
): void {
  const columns = own ?? columnsOf(draft, relation, strings(keys));
  forbidNulls(relation, columns);
  const name = conname ?? `${relation.name}_${columns[0]?.name ?? ''}_not_null`;
  relation.keys.push({ kind: 'not_null', name, columns });
}

function forbidNulls(relation: DraftRelation, columns: readonly Named[]): void {
  for (const { name } of columns) {
    const column = relation.column(name);
    if (column !== undefined) column.notNull = true;
  }
}

const namesOf = (columns: readonly Named[]) => columns.map(({ name }) => name);

function isSameKey(a: DraftKey, b: DraftKey): boolean {
  return (
    (a.kind === b.kind || (a.kind !== 'foreign' && b.kind !== 'foreign')) &&
    a.target?.relation === b.target?.relation &&
    namesOf(a.columns).join() === namesOf(b.columns).join()
  );
}
