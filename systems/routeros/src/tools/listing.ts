const ROWS = 50;

export interface Listing {
  /** Says what there is to know, also alone. */
  readonly first: string;
  /** One line per entry that the facts hold. */
  readonly rows: readonly string[];
  /** How many there are on the device or in the registry. */
  readonly total: number;
  /** How the rest can be seen, such as `a higher limit`. */
  readonly more?: string;
}

/** The words for a listing: at most 50 rows, and how many more there are. */
export function describeListing({ first, rows, total, more }: Listing): string {
  const shown = rows.slice(0, ROWS);
  const lines = [first, ...shown];
  if (rows.length > shown.length) {
    lines.push(`… ${rows.length - shown.length} more in the structured content`);
  }
  if (total > rows.length) {
    lines.push(`… ${total - rows.length} more on request${more === undefined ? '' : `: ${more}`}`);
  }
  return lines.join('\n');
}
