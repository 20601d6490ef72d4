import { Option, type Command } from 'commander';
import { didYouMean } from './closest.js';
import { UsageError } from './command.js';

interface ChoiceSettings {
  /** Takes one value each time that it is given, so that it does not swallow what follows. */
  readonly repeated?: boolean;
  /** Old names of values, which the help does not show. */
  readonly aliases?: readonly string[];
  /** What the help says after the values. */
  readonly after?: string;
}

/** An option with a closed list of values; an unknown one is answered with the nearest known one. `<name...>` takes several. */
export function choiceOption(
  flags: string,
  description: string,
  what: string,
  values: readonly string[],
  { repeated = false, aliases = [], after = '' }: ChoiceSettings = {},
): Option {
  const option = new Option(flags, `${description}: ${values.join(', ')}${after}`);
  return option.argParser((given, earlier: string | readonly string[] | undefined) => {
    const found = [...values, ...aliases].find((value) => value === given.toLowerCase());
    if (found === undefined) {
      throw new UsageError(
        `unknown ${what} ${JSON.stringify(given)}${didYouMean(given, values)}`,
        `One of: ${values.join(', ')}`,
      );
    }
    return option.variadic || repeated ? [...(earlier ?? []), found] : found;
  });
}

/** Collects the values of an option that may be repeated. */
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

/** An option with a number in a range; other values are usage errors that name the range. */
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

export const PORT: NumberRange = { whole: true, max: 65_535 };

/** One option: how it is typed, what the help says, and the values that it takes (default: any text). */
export interface OptionRow {
  readonly flag: string;
  readonly help?: string;
  readonly values?: readonly string[];
  /** Old names of values. */
  readonly aliases?: readonly string[];
  readonly number?: NumberRange;
  /** The default of the system; only the help shows it. */
  readonly default?: string | number;
  /** The variable of the environment that the system reads in its place. */
  readonly env?: string;
}

/** Options by their names. `rate.burst` is a member of the option `rate`. */
export type OptionTable = Readonly<Record<string, OptionRow>>;

export function addOptions(command: Command, table: OptionTable): Command {
  for (const row of Object.values(table)) {
    const { flag, help = '', values, aliases = [], number } = row;
    const after = defaultOf(row);
    if (values !== undefined) {
      const name = flag.split(' ')[0]!;
      command.addOption(choiceOption(flag, help, name, values, { aliases, after }));
    } else if (number !== undefined) {
      command.addOption(numberOption(flag, `${help}${after}`, number));
    } else command.option(flag, `${help}${after}`);
  }
  return command;
}

function defaultOf({ default: usual, env }: OptionRow): string {
  const variable = env === undefined ? '' : `; or $${env}`;
  return usual === undefined ? variable : `${variable}; default: ${usual}`;
}

/** The values that were given, under the names of their rows. Seconds become milliseconds. */
export function optionsOf(flags: object, table: OptionTable): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const said = valueOf(flags, row);
    if (said === undefined) continue;
    const value = row.number?.unit === 'seconds' ? Number(said) * 1000 : said;
    const [first = name, member] = name.split('.');
    options[first] =
      member === undefined ? value : { ...(options[first] as object | undefined), [member]: value };
  }
  return options;
}

/** The value that was given for a row. */
export function valueOf(flags: object, { flag }: OptionRow): unknown {
  return (flags as Readonly<Record<string, unknown>>)[new Option(flag).attributeName()];
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

/** `--tool-failures`, which all systems have. */
export const TOOL_FAILURES = {
  help: 'failed tool calls up to 2025-11-25 are JSON-RPC errors (rpc), results that models can read (tool), or results for known hosts only (by-host)',
  values: ['rpc', 'tool', 'by-host'],
  aliases: ['contract', 'result'],
  default: 'by-host',
};
