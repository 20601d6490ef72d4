/** In which one way arguments are wrong. */
export type SpoiledKind =
  | 'missing'
  | 'wrong-type'
  | 'null'
  | 'out-of-enum'
  | 'below-minimum'
  | 'above-maximum'
  | 'too-short'
  | 'too-long'
  | 'too-few-items'
  | 'too-many-items'
  | 'wrong-item'
  | 'pattern'
  | 'nested'
  | 'extra';

/** Arguments that are right but for one thing, which the schema surely forbids. */
export interface Spoiled {
  readonly kind: SpoiledKind;
  /** Where: `filters.port`, `edits.0.oldText`. */
  readonly path: string;
  /** The last name of the path, which a helpful message says. */
  readonly field: string;
  readonly args: Record<string, unknown>;
  /** Words one of which a helpful message says: the type, the bound, the allowed values. */
  readonly expected: readonly string[];
  /** What is wrong, as one sentence without a full stop. */
  readonly why: string;
}
