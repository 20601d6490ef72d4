import { Option } from 'commander';
import { didYouMean } from './closest.js';
import { UsageError } from './usage-error.js';

/** An option with a closed list of values; a wrong one is answered with the nearest right one. */
export function choiceOption(
  flags: string,
  description: string,
  what: string,
  values: readonly string[],
): Option {
  return new Option(flags, `${description}: ${values.join(', ')}`).argParser((given) => {
    const found = values.find((value) => value === given.toLowerCase());
    if (found !== undefined) return found;
    throw new UsageError(
      `there is no ${what} ${JSON.stringify(given)}${didYouMean(given, values)}`,
      `One of: ${values.join(', ')}`,
    );
  });
}
