import { Option } from 'commander';
import { UsageError } from './usage-error.js';

/** An option whose value is a number from 0 on; anything else is answered with what was meant. */
export function numberOption(
  flags: string,
  description: string,
  { max = Number.MAX_SAFE_INTEGER }: { readonly max?: number } = {},
): Option {
  return new Option(flags, description).argParser((given) => {
    const value = Number(given);
    if (given.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= max) return value;
    const upTo = max === Number.MAX_SAFE_INTEGER ? 'from 0 on' : `from 0 to ${max}`;
    throw new UsageError(
      `${flags.split(' ')[0]} takes a number ${upTo}, not ${JSON.stringify(given)}`,
    );
  });
}
