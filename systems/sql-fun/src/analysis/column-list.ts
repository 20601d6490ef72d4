import type { Relation } from '../schema/index.js';
import type { Output } from './model.js';

/** A column of a source. */
export interface SourceColumn extends Output {
  /** The relation that is read with it, where it is a column of one. */
  readonly relation?: Relation;
  /** What it is called there. */
  readonly column?: string;
}

/** Columns that are found by their names. Those of a relation are kept for all queries. */
export class ColumnList {
  readonly columns: readonly SourceColumn[];
  /** There may be others. */
  readonly open: boolean;
  #byName: Map<string, SourceColumn | 'ambiguous'> | undefined;

  constructor(columns: readonly SourceColumn[], open = false) {
    this.columns = columns;
    this.open = open;
  }

  find(name: string): SourceColumn | 'ambiguous' | undefined {
    return (this.#byName ??= index(this.columns)).get(name);
  }
}

function index(columns: readonly SourceColumn[]): Map<string, SourceColumn | 'ambiguous'> {
  const byName = new Map<string, SourceColumn | 'ambiguous'>();
  for (const column of columns) {
    byName.set(column.name, byName.has(column.name) ? 'ambiguous' : column);
  }
  return byName;
}
