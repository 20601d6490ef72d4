import type { Catalog } from '../catalog/index.js';
import { numberOf, numbersOf, type TreeNode } from './analysed-tree.js';
import type { Touched } from './analysis.js';

/** A relation that a statement reads or writes, by the numbers of the catalog. */
export interface TouchedColumns {
  readonly relation: number;
  /** Numbers of columns; 0 is the whole row. Undefined: it is not read. */
  readonly read: readonly number[] | undefined;
  /** Empty where rows are only deleted. Undefined: it is not written. */
  readonly written: readonly number[] | undefined;
}

/** PostgreSQL counts columns in permission lists from the lowest system column. */
const LOWEST = -7;
const [INSERT, SELECT, UPDATE, DELETE] = [1, 2, 4, 8] as const;

/** What the statement needs permissions for: PostgreSQL's own list of columns read and written. */
export function touchedColumns(nodes: readonly TreeNode[]): readonly TouchedColumns[] {
  const entries = nodes.filter(({ kind }) => kind === 'RTEPERMISSIONINFO');
  return entries.map((entry) => {
    const permissions = numberOf(entry, 'requiredPerms');
    const columns = (...fields: string[]) =>
      fields.flatMap((field) => numbersOf(entry, field).map((member) => member + LOWEST));
    return {
      relation: numberOf(entry, 'relid'),
      read: (permissions & SELECT) !== 0 ? columns('selectedCols') : undefined,
      written:
        (permissions & (INSERT | UPDATE | DELETE)) !== 0
          ? columns('insertedCols', 'updatedCols')
          : undefined,
    };
  });
}

/** The relations that a statement reads or writes, by name and in order. */
export function namedTouched(
  all: readonly TouchedColumns[],
  which: 'read' | 'written',
  catalog: Catalog,
): readonly Touched[] {
  const byRelation = new Map<number, Set<string>>();
  for (const { relation: oid, [which]: numbers } of all) {
    const relation = catalog.relation(oid);
    if (numbers === undefined || relation === undefined) continue;
    const names = byRelation.get(oid) ?? new Set();
    byRelation.set(oid, names);
    for (const { number, name } of relation.columns) {
      if (numbers.includes(number) || numbers.includes(0)) names.add(name);
    }
  }
  return [...byRelation]
    .map(([oid, names]) => {
      const { schema, name } = catalog.relation(oid)!;
      return { schema, name, columns: [...names].sort() };
    })
    .sort((a, b) => compare(a.schema, b.schema) || compare(a.name, b.name));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
