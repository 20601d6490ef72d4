import type { AlterTableCmd, AlterTableStmt, RangeVar } from 'libpg-query';
import type { Draft } from '../draft/draft.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import { nextToken } from '../../text/index.js';
import type { StatementSource } from '../reading/statement-source.js';
import { beforeChange, beforeColumnRemoval } from '../derived/before-change.js';
import { hasColumn } from '../derived/column-names.js';
import { addDerived, replaceDerived } from '../derived/reshape.js';
import { alterColumn, COLUMN_CHANGES, OWN_CHANGES } from './alter-column.js';
import { addColumn, addColumnKeys } from './columns.js';
import { inheritKeys, link, reachedBy, unlink } from './inheritance.js';
import { addKey, passOnKey } from './keys.js';
import { removeRelation } from './removal.js';

/** One action of an ALTER TABLE. */
interface Action {
  readonly draft: Draft;
  readonly relation: DraftRelation;
  readonly command: AlterTableCmd;
  /** Whether it is for the heirs as well. */
  readonly recurses: boolean | undefined;
  readonly source: StatementSource;
}

const ACTIONS: Readonly<Record<string, (action: Action) => void>> = {
  AT_AddColumn: addsColumn,
  AT_DropColumn: dropsColumn,
  AT_AddConstraint: addsConstraint,
  AT_DropConstraint: dropsConstraint,
  AT_AddInherit: inherits,
  AT_DropInherit: ({ draft, relation, command }) => {
    const parent = draft.relation(rangeIn(command));
    if (parent !== undefined) unlink(relation, parent);
  },
  AT_AttachPartition: attaches,
  AT_DetachPartition: ({ draft, relation, command }) => {
    const child = draft.relation(rangeIn(command));
    if (child !== undefined) unlink(child, relation);
  },
};

/** What says nothing about the shape of a table is passed over. */
export function alterTable(stmt: AlterTableStmt, draft: Draft, source: StatementSource): void {
  const { relation: range, cmds, objtype, missing_ok } = stmt;
  // An index that is attached to the index of a partitioned table changes nothing.
  if (objtype === 'OBJECT_INDEX' || !(cmds ?? []).some(isKnown)) return;
  const relation = draft.relation(range, missing_ok);
  if (relation === undefined) return;
  let parts: readonly string[] | undefined;
  for (const [i, node] of (cmds ?? []).entries()) {
    if (!('AlterTableCmd' in node)) continue;
    const command = node.AlterTableCmd;
    const subtype = command.subtype ?? '';
    const action = { draft, relation, command, recurses: range?.inh, source };
    if (ACTIONS[subtype] !== undefined) ACTIONS[subtype](action);
    else if (COLUMN_CHANGES[subtype] !== undefined) {
      const text = () => defaultIn((parts ??= source.parts)[i] ?? '');
      const recurses = range?.inh === true && !OWN_CHANGES.has(subtype);
      for (const each of reachedBy(relation, recurses)) {
        alterColumn(draft, each, command, text);
      }
    }
  }
}

function isKnown(
  node: AlterTableStmt['cmds'] extends (infer N)[] | undefined ? N : never,
): boolean {
  const subtype = 'AlterTableCmd' in node ? (node.AlterTableCmd.subtype ?? '') : '';
  return ACTIONS[subtype] !== undefined || COLUMN_CHANGES[subtype] !== undefined;
}

function addsColumn({ draft, relation, command, recurses, source }: Action): void {
  if (command.def === undefined || !('ColumnDef' in command.def)) return;
  const definition = command.def.ColumnDef;
  for (const each of reachedBy(relation, recurses)) {
    const isThere = hasColumn(each, definition.colname ?? '');
    if (isThere && (command.missing_ok === true || each !== relation)) continue;
    beforeChange(each);
    const column = addColumn(draft, each, definition, source);
    if (each.isDerived) addDerived(each, column.name, column.type);
    if (each === relation) addColumnKeys(draft, each, column, definition);
    if (each.isDerived) each.columns = [];
  }
}

function dropsColumn({ draft, relation, command, recurses }: Action): void {
  const { name = '', missing_ok, behavior } = command;
  if (!hasColumn(relation, name)) {
    if (missing_ok !== true && !relation.isDerived) {
      draft.problem(`column "${name}" of "${relation.name}" does not exist`);
    }
    if (missing_ok === true || !relation.isDerived) return;
  }
  for (const each of reachedBy(relation, recurses)) {
    const users = beforeColumnRemoval(each, name);
    if (behavior === 'DROP_CASCADE') for (const user of users) removeRelation(draft, user, true);
    // Tables that were made of these are now made of this one.
    beforeChange(each);
    removeColumn(draft, each, name);
    if (each.isDerived) replaceDerived(draft, each, name);
  }
}

/** With a column go the keys and indexes that it is part of. */
function removeColumn(draft: Draft, relation: DraftRelation, name: string): void {
  const has = ({ columns }: { columns: readonly { name: string }[] }) =>
    columns.some((column) => column.name === name);
  relation.columns = relation.columns.filter((column) => column.name !== name);
  relation.keys = relation.keys.filter((key) => !has(key));
  for (const index of [...relation.indexes].filter(has)) {
    relation.indexes.delete(index);
    draft.namespace(index.schema).indexes.delete(index.name);
  }
}

function addsConstraint({ draft, relation, command, recurses }: Action): void {
  if (command.def === undefined || !('Constraint' in command.def)) return;
  const before = relation.keys.length;
  addKey(draft, relation, command.def.Constraint);
  if (recurses !== true || relation.kind !== 'partitioned_table') return;
  for (const key of relation.keys.slice(before)) {
    for (const child of relation.descendants()) passOnKey(draft, child, key);
  }
}

function dropsConstraint({ draft, relation, command: { name = '' } }: Action): void {
  const key = relation.keys.find((each) => each.name === name);
  if (key === undefined) return;
  relation.keys = relation.keys.filter((each) => each !== key);
  if (key.index !== undefined) {
    relation.indexes.delete(key.index);
    draft.namespace(key.index.schema).indexes.delete(key.index.name);
  }
  if (key.kind !== 'not_null') return;
  const column = relation.column(key.columns[0]?.name ?? '');
  if (column !== undefined) column.notNull = false;
}

function inherits({ draft, relation, command }: Action): void {
  const parent = draft.relation(rangeIn(command));
  if (parent !== undefined) link(draft, relation, parent);
}

function attaches({ draft, relation, command }: Action): void {
  const child = draft.relation(rangeIn(command));
  if (child !== undefined && link(draft, child, relation)) inheritKeys(draft, child, relation);
}

function rangeIn({ def }: AlterTableCmd): RangeVar | undefined {
  if (def === undefined) return undefined;
  if ('PartitionCmd' in def) return def.PartitionCmd.name;
  return 'RangeVar' in def ? def.RangeVar : undefined;
}

/** What follows `SET DEFAULT`. */
function defaultIn(part: string): string {
  let [before, token] = ['', nextToken(part, 0)];
  for (; token.kind !== 'end'; token = nextToken(part, token.end)) {
    const word = part.slice(token.start, token.end).toLowerCase();
    if (before === 'set' && word === 'default') return part.slice(token.end).trim();
    before = token.kind === 'word' ? word : '';
  }
  return '';
}
