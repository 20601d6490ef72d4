import { Option } from 'commander';
import { UsageError } from './usage-error.js';

export interface NumberRange {
  /** The least number; 0 unless told. */
  readonly min?: number;
  /** Instead of `min`: every number above this one. */
  readonly above?: number;
  readonly max?: number;
  /** No fractions. */
  readonly whole?: boolean;
  /** What is counted, such as `seconds`. */
  readonly unit?: string;
}

/** An option whose value is a number in a range; anything else is answered with what was meant. */
export function numberOption(flags: string, description: string, range: NumberRange = {}): Option {
  return new Option(flags, description).argParser((given) => {
    const value = given.trim() === '' ? NaN : Number(given);
    if (isWithin(value, range)) return value;
    throw new UsageError(
      `${flags.split(' ')[0]} takes ${describe(range)}, not ${JSON.stringify(given)}`,
    );
  });
}

function isWithin(value: number, { min = 0, above, max = Infinity, whole }: NumberRange): boolean {
  const least = above === undefined ? value >= min : value > above;
  return Number.isFinite(value) && least && value <= max && (!whole || Number.isInteger(value));
}

function describe({ min = 0, above, max, whole, unit }: NumberRange): string {
  const number = `a ${whole === true ? 'whole ' : ''}number${unit === undefined ? '' : ` of ${unit}`}`;
  const least = above === undefined ? `from ${min}` : `above ${above}`;
  if (max !== undefined) return `${number} ${least} to ${max}`;
  return `${number} ${above === undefined ? `${least} on` : least}`;
}
