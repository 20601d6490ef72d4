const BITS = { year: 4, month: 2, day: 8, hour: 1024, minute: 2048, second: 4096 } as const;
type Field = keyof typeof BITS;

/** All fields, which is what `interval` has. */
export const ALL_FIELDS = 0x7fff;

/** No precision, which is what `interval` has. */
export const FULL_PRECISION = 0xffff;

const ORDER: readonly Field[] = ['year', 'month', 'day', 'hour', 'minute', 'second'];

/** The fields of an interval's modifier as they are written: ` day to second`. */
export function intervalFields(mask: number): string {
  if (mask === ALL_FIELDS) return '';
  const fields = ORDER.filter((field) => (mask & BITS[field]) !== 0);
  return ` ${[...new Set([fields[0], fields.at(-1)])].join(' to ')}`;
}
