/** Where something is in a text. Counted in characters as people count them, from 1; `offset` is in UTF-16 units, from 0. */
export interface Place {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}
