import { ALL_FIELDS, FULL_PRECISION } from './interval-fields.js';
import type { PgType } from './pg-type.js';

/** The length that a stored value has by itself is part of these modifiers. */
const HEADER = 4;
const MOST_DIGITS_OF_SECONDS = 6;

/**
 * The modifier that PostgreSQL stores for `numeric(10,2)` and its like; −1 for a type that has none. Of intervals the first
 * number says the fields, as the parser gives them.
 */
export function typmodOf(type: PgType, args: readonly number[]): number {
  const [first, second] = args;
  const { name, schema } = type.kind === 'array' && type.element ? type.element : type;
  if (first === undefined || schema !== 'pg_catalog') return -1;
  switch (name) {
    case 'varchar':
    case 'bpchar':
      return first + HEADER;
    case 'numeric':
      return ((first << 16) | ((second ?? 0) & 0x7ff)) + HEADER;
    case 'bit':
    case 'varbit':
      return first;
    case 'time':
    case 'timetz':
    case 'timestamp':
    case 'timestamptz':
      return Math.min(first, MOST_DIGITS_OF_SECONDS);
    case 'interval':
      if (second === undefined && first === ALL_FIELDS) return -1;
      return (first << 16) | secondsOf(second);
    default:
      return -1;
  }
}

function secondsOf(precision: number | undefined): number {
  return precision === undefined ? FULL_PRECISION : Math.min(precision, MOST_DIGITS_OF_SECONDS);
}
