import type { Node } from 'libpg-query';
import type { PgCatalog, PgType, TypeUse } from '../pg/index.js';

export type RelationKind =
  'table' | 'partitioned_table' | 'foreign_table' | 'view' | 'materialized_view' | 'sequence';

export interface Column {
  readonly name: string;
  /** Undefined where the type is not known: it came with an extension, or the dump does not have it. */
  readonly use?: TypeUse;
  /** As it is written in the dump, in PostgreSQL's own spelling: `character varying(40)`. */
  readonly typeText: string;
  readonly notNull: boolean;
  /** The expression as it is written. */
  readonly defaultText?: string;
  readonly generated?: 'stored' | 'virtual' | 'identity_always' | 'identity_by_default';
  readonly comment?: string;
}

export interface ForeignKey {
  readonly name?: string;
  readonly columns: readonly string[];
  readonly schema: string;
  readonly table: string;
  /** Empty: its primary key. */
  readonly references: readonly string[];
}

/** A query that a relation stands for. */
export interface Definition {
  /** The SelectStmt. */
  readonly query: Node;
  /** The search_path that was in force where it was written. */
  readonly path: readonly string[];
  /** Names for the first columns. */
  readonly aliases: readonly string[];
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  /** Of a view they follow from its definition, and are empty here. */
  readonly columns: readonly Column[];
  readonly definition?: Definition;
  readonly primaryKey?: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly comment?: string;
  /** The line of the dump on which it begins, counted from 1. */
  readonly line: number;
  /** The type of its rows. Of a view without `fields`: they follow from its definition. */
  readonly rowType: PgType;
}

export interface Index {
  readonly schema: string;
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
}

/** A problem that the dump has without being unreadable: a table that inherits from one that is not there. */
export interface SchemaProblem {
  readonly message: string;
  readonly line: number;
}

/** What a dump says. */
export interface Schema {
  /** The schemas (namespaces) that there are; `public` always is. */
  readonly namespaces: ReadonlyMap<string, Namespace>;
  /** PostgreSQL's types and routines with those of the dump on top. */
  readonly catalog: PgCatalog;
  readonly extensions: readonly string[];
  readonly problems: readonly SchemaProblem[];
  readonly statements: number;
}

export interface Namespace {
  readonly name: string;
  readonly comment?: string;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly indexes: ReadonlyMap<string, Index>;
  readonly types: ReadonlyMap<string, PgType>;
  /** The names of its functions. */
  readonly routines: ReadonlySet<string>;
}
