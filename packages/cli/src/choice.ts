import { Option } from 'commander';
import { didYouMean } from './closest.js';
import { UsageError } from './usage-error.js';

/**
 * An option with a closed list of values; a wrong one is answered with the nearest right one. `<name...>` takes several; `repeated` takes
 * one each time that it is said, so that what follows is not swallowed.
 */
export function choiceOption(
  flags: string,
  description: string,
  what: string,
  values: readonly string[],
  { repeated = false }: { readonly repeated?: boolean } = {},
): Option {
  const option = new Option(flags, `${description}: ${values.join(', ')}`);
  return option.argParser((given, earlier: string | readonly string[] | undefined) => {
    const found = values.find((value) => value === given.toLowerCase());
    if (found === undefined) {
      throw new UsageError(
        `there is no ${what} ${JSON.stringify(given)}${didYouMean(given, values)}`,
        `One of: ${values.join(', ')}`,
      );
    }
    return option.variadic || repeated ? [...(earlier ?? []), found] : found;
  });
}

/** Takes the value of an option that may be said several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
