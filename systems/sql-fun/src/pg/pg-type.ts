export type TypeKind =
  'base' | 'array' | 'enum' | 'domain' | 'composite' | 'range' | 'multirange' | 'pseudo';

/** A type of PostgreSQL. There is one object for each type of a catalog, so that types are compared by `===`. */
export interface PgType {
  readonly schema: string;
  /** As in pg_type: `int4`, `varchar`, `_text`. */
  readonly name: string;
  readonly kind: TypeKind;
  /** The category of pg_type: N, S, D, B, A, E, U, X, P … */
  readonly category: string;
  readonly preferred: boolean;
  /** Of arrays. */
  readonly element?: PgType;
  /** The array of it, where there is one. */
  readonly array?: PgType;
  /** What a domain is made of. */
  readonly base?: TypeUse;
  /** What a range is made of; of a multirange, its range. */
  readonly subtype?: PgType;
  readonly multirange?: PgType;
  /** Of composite types and of the rows of a relation. */
  readonly fields?: readonly PgField[];
  /** The values of an enum. */
  readonly labels?: readonly string[];
}

/** A type as it is used somewhere: `numeric(10,2)` is numeric with a modifier. */
export interface TypeUse {
  readonly type: PgType;
  /** PostgreSQL's own encoding (atttypmod); −1 where there is none. */
  readonly typmod: number;
}

export interface PgField extends TypeUse {
  readonly name: string;
}
