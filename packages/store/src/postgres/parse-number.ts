/** A bigint of PostgreSQL as a number. One that is no exact number is refused, as SQLite does. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`The database holds ${text}, which is too large for a number.`);
}
