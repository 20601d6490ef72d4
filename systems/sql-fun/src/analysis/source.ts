import type { PgType } from '../pg/index.js';
import type { Relation } from '../schema/index.js';
import type { ColumnList, SourceColumn } from './column-list.js';

/** One column of one source: the same table may be there twice. */
export interface Ref {
  readonly source: Source;
  readonly column: SourceColumn;
}

/** Something in FROM that has columns. */
export interface Source {
  /** What it is called; undefined for a join or a subquery without an alias. */
  readonly name: string | undefined;
  /** The relation that it is. */
  readonly relation?: Relation;
  /** It goes by another name than that of its relation. */
  readonly aliased: boolean;
  /** The type of its rows; undefined for a row of no named type. */
  readonly rowType?: PgType | 'unknown';
  /** It has columns that may not be seen. */
  readonly hides: boolean;
  /** It may have other columns than those that are known. */
  readonly open: boolean;
  find(name: string): Ref | 'ambiguous' | undefined;
  refs(): readonly Ref[];
}

/** What is told of a source beside its columns. */
export interface SourceInfo {
  readonly name: string | undefined;
  readonly relation?: Relation;
  readonly aliased?: boolean;
  readonly rowType?: PgType | 'unknown';
  readonly hides?: boolean;
  readonly open?: boolean;
  /** Columns that are there without being among those of a star. */
  readonly hidden?: ColumnList;
  /** What its columns are columns of, in the same order: of a join that has an alias. */
  readonly origins?: readonly Ref[];
  /** What its one column is computed of: where USING has changed the type, or takes either side. */
  readonly made?: readonly Ref[];
}

/** A table, a view, a subquery, a function: a source with columns of its own. */
export class ListSource implements Source {
  readonly name: string | undefined;
  readonly relation?: Relation;
  readonly aliased: boolean;
  readonly rowType?: PgType | 'unknown';
  readonly hides: boolean;
  readonly open: boolean;
  readonly list: ColumnList;
  readonly made: readonly Ref[] | undefined;
  readonly #info: SourceInfo;

  constructor(list: ColumnList, info: SourceInfo) {
    this.name = info.name;
    if (info.relation) this.relation = info.relation;
    if (info.rowType) this.rowType = info.rowType;
    this.aliased = info.aliased ?? false;
    this.hides = info.hides ?? false;
    this.open = info.open ?? list.open;
    this.list = list;
    this.made = info.made;
    this.#info = info;
  }

  find(name: string): Ref | 'ambiguous' | undefined {
    const column = this.list.find(name) ?? this.#info.hidden?.find(name);
    return typeof column === 'object' ? { source: this, column } : column;
  }

  refs(): readonly Ref[] {
    return this.list.columns.map((column) => ({ source: this, column }));
  }

  /** The column of the table itself, where this is a join by another name. */
  origin(ref: Ref): Ref {
    return this.#info.origins?.[this.list.columns.indexOf(ref.column)] ?? ref;
  }

  /** The same under another name. */
  under(name: string): ListSource {
    return new ListSource(this.list, { ...this.#info, name, aliased: true });
  }
}

/** A join: the columns that USING has merged, then those of both sides. */
export class JoinSource implements Source {
  readonly name = undefined;
  readonly aliased = false;
  readonly left: Source;
  readonly right: Source;
  readonly merged: ReadonlyMap<string, Ref>;

  constructor(left: Source, right: Source, merged: ReadonlyMap<string, Ref>) {
    this.left = left;
    this.right = right;
    this.merged = merged;
  }

  get hides(): boolean {
    return this.left.hides || this.right.hides;
  }

  get open(): boolean {
    return this.left.open || this.right.open;
  }

  find(name: string): Ref | 'ambiguous' | undefined {
    const merged = this.merged.get(name);
    if (merged) return merged;
    const left = ordinary(this.left, name);
    const right = ordinary(this.right, name);
    return left !== undefined && right !== undefined ? 'ambiguous' : (left ?? right);
  }

  refs(): readonly Ref[] {
    const rest = (source: Source) =>
      source.refs().filter(({ column }) => !this.merged.has(column.name));
    return [...this.merged.values(), ...rest(this.left), ...rest(this.right)];
  }
}

/** A join has no system columns. */
function ordinary(source: Source, name: string): Ref | 'ambiguous' | undefined {
  if (!(source instanceof ListSource)) return source.find(name);
  const column = source.list.find(name);
  return typeof column === 'object' ? { source, column } : column;
}
