const PLAIN = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 3,
  roundingMode: 'trunc',
});

/** A count in at most six columns: exact below 100,000, and cut to three digits from there on. */
export function formatCount(count: number): string {
  return (count < 100_000 ? PLAIN : SHORT).format(count);
}

/** A count and what is counted. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
