import { findNodes, numberOf, numbersOf, type TreeValue } from './analysed-tree.js';

/** A relation that a statement reads or writes, by the numbers of the catalog. */
export interface TouchedColumns {
  readonly relation: number;
  /** Numbers of columns; 0 is the whole row. */
  readonly read: readonly number[];
  readonly written: readonly number[];
  /** It is deleted from, or read without any of its columns. */
  readonly deletes: boolean;
}

/** PostgreSQL counts columns in permission lists from the lowest system column. */
const LOWEST = -7;
const DELETE = 8;

/** What the statement needs permissions for: PostgreSQL's own list of columns read and written. */
export function touchedColumns(tree: TreeValue): readonly TouchedColumns[] {
  return findNodes(tree, 'RTEPERMISSIONINFO').map((entry) => ({
    relation: numberOf(entry, 'relid'),
    read: attributes(numbersOf(entry, 'selectedCols')),
    written: attributes([...numbersOf(entry, 'insertedCols'), ...numbersOf(entry, 'updatedCols')]),
    deletes: (numberOf(entry, 'requiredPerms') & DELETE) !== 0,
  }));
}

const attributes = (members: readonly number[]) => members.map((member) => member + LOWEST);
