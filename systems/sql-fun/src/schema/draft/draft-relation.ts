import type { Node } from 'libpg-query';
import type { PgType } from '../../pg/index.js';
import type { Column, Definition, RelationKind } from '../schema.js';
import type { WrittenType } from './written-type.js';

/** A column, or a name in its place where there is no such column. Whoever refers to one sees when it gets another name. */
export interface Named {
  name: string;
}

export interface DraftColumn extends Named {
  type: WrittenType;
  notNull: boolean;
  defaultText?: string | undefined;
  generated?: Column['generated'] | undefined;
  comment?: string | undefined;
}

export interface DraftIndex extends Named {
  schema: string;
  readonly table: DraftRelation;
  readonly unique: boolean;
  readonly columns: readonly Named[];
}

/** A constraint that the model knows: a key, or one that forbids nulls. */
export interface DraftKey extends Named {
  readonly kind: 'primary' | 'unique' | 'foreign' | 'not_null';
  readonly columns: readonly Named[];
  /** Of a primary key and a unique one. */
  readonly index?: DraftIndex;
  readonly target?: DraftTarget;
}

/** What a foreign key refers to. */
export interface DraftTarget {
  readonly schema: string | undefined;
  readonly name: string;
  readonly path: readonly string[];
  readonly line: number;
  /** Undefined as long as the dump has none of that name. */
  relation?: DraftRelation | undefined;
  readonly names: readonly string[];
  columns: readonly Named[];
}

/** A relation, or a composite type, as far as the dump has told of it. */
export class DraftRelation {
  schema: string;
  name: string;
  kind: RelationKind | 'composite';
  readonly line: number;
  readonly rowType: PgType;
  columns: DraftColumn[] = [];
  keys: DraftKey[] = [];
  definition: Definition | undefined;
  comment: string | undefined;
  dropped = false;
  /** The relations that its query names, by the places in the query. */
  readonly sources = new Map<Extract<Node, { RangeVar: unknown }>, DraftRelation>();
  /** Those whose queries name it. */
  readonly users = new Set<DraftRelation>();
  readonly indexes = new Set<DraftIndex>();
  /** The sequences that go when it goes. */
  readonly sequences = new Set<DraftRelation>();
  readonly parents = new Set<DraftRelation>();
  readonly children = new Set<DraftRelation>();

  constructor(kind: DraftRelation['kind'], rowType: PgType, line: number) {
    this.schema = rowType.schema;
    this.name = rowType.name;
    this.kind = kind;
    this.line = line;
    this.rowType = rowType;
  }

  column(name: string): DraftColumn | undefined {
    return this.columns.find((column) => column.name === name);
  }

  /** Whether its columns follow from a query. */
  get isDerived(): boolean {
    return this.definition !== undefined;
  }

  /** All that inherit from it, and their heirs. */
  descendants(): ReadonlySet<DraftRelation> {
    const found = new Set<DraftRelation>();
    const open: DraftRelation[] = [this];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const child of next.children) {
        if (found.has(child)) continue;
        found.add(child);
        open.push(child);
      }
    }
    return found;
  }
}
