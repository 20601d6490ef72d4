/** What whoever owns the wire can do, and a guard alone cannot. */
export interface WireOptions {
  /** Characters of one result; a longer one is not sent. */
  readonly maxResultChars?: number;
}
