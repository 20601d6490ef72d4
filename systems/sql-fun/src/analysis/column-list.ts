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
  readonly #unlisted: readonly SourceColumn[];
  #byName: Map<string, SourceColumn | 'ambiguous'> | undefined;

  /** `unlisted`: columns that are found by their names, but are not among those of a star. */
  constructor(
    columns: readonly SourceColumn[],
    open = false,
    unlisted: readonly SourceColumn[] = [],
  ) {
    this.columns = columns;
    this.open = open;
    this.#unlisted = unlisted;
  }

  find(name: string): SourceColumn | 'ambiguous' | undefined {
    return (this.#byName ??= index([...this.columns, ...this.#unlisted])).get(name);
  }
}

function index(columns: readonly SourceColumn[]): Map<string, SourceColumn | 'ambiguous'> {
  const byName = new Map<string, SourceColumn | 'ambiguous'>();
  for (const column of columns) {
    byName.set(column.name, byName.has(column.name) ? 'ambiguous' : column);
  }
  return byName;
}
