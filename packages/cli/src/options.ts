import { Option, type Command } from 'commander';
import { didYouMean } from './closest.js';
import { UsageError } from './command.js';

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

export interface NumberRange {
  /** The least number; default: 0. */
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

/** The values of an option, after the noun for one of them. */
export type Choices = readonly [noun: string, ...values: string[]];

/** One option as a row: how it is typed, what the help says, and the values that it takes (default: any text). */
export type OptionRow = readonly [
  flags: string,
  help: string,
  takes?: NumberRange | Choices | undefined,
];

export const PORT: NumberRange = { whole: true, max: 65_535 };
export const SECONDS: NumberRange = { above: 0, unit: 'seconds' };

export function addOptions(command: Command, rows: readonly OptionRow[]): Command {
  for (const [flags, help, takes] of rows) {
    if (takes === undefined) command.option(flags, help);
    else if (isChoices(takes)) {
      const [noun, ...values] = takes;
      command.addOption(choiceOption(flags, help, noun, values));
    } else command.addOption(numberOption(flags, help, takes));
  }
  return command;
}

/** The values that were given, under the names of their rows. Seconds become milliseconds. */
export function optionsOf<T extends object>(
  flags: object,
  rows: { readonly [K in keyof T]?: OptionRow },
): Partial<T> {
  return Object.fromEntries(
    Object.entries<OptionRow>(rows as Readonly<Record<string, OptionRow>>).flatMap(
      ([name, row]) => {
        const value = valueOf(flags, row);
        if (value === undefined) return [];
        return [[name, isSeconds(row) ? Number(value) * 1000 : value]];
      },
    ),
  ) as Partial<T>;
}

/** The value that was given for a row. */
export function valueOf(flags: object, [syntax]: OptionRow): unknown {
  return (flags as Readonly<Record<string, unknown>>)[new Option(syntax).attributeName()];
}

function isSeconds([, , takes]: OptionRow): boolean {
  return takes !== undefined && !isChoices(takes) && takes.unit === 'seconds';
}

function isChoices(takes: NumberRange | Choices): takes is Choices {
  return Array.isArray(takes);
}

/** Those of the named options that were given. The system has the defaults. */
export function given<T extends object, K extends keyof T>(
  options: T,
  ...names: readonly K[]
): { [P in K]?: Exclude<T[P], undefined> } {
  const said = names.filter((name) => options[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, options[name]])) as {
    [P in K]?: Exclude<T[P], undefined>;
  };
}
