import {
  STRATEGIES,
  type Definition,
  type Derived,
  type ResolvedField,
  type Strategy,
} from '../../fault/index.js';

type Context = Readonly<Record<string, unknown>>;

/**
 * What a template says, as lines, with `{field}` where the occurrence puts its values: first with everything known, then
 * whatever else it says for each value of an enumerated field, and where optional fields are missing. None at all means
 * that only an occurrence can tell.
 */
export function renderLines<T>(
  derived: Derived<never, T> | undefined,
  fields: readonly ResolvedField[],
  linesOf: (value: NonNullable<T>) => readonly string[],
): readonly string[] {
  if (derived === undefined || derived === null) return [];
  if (typeof derived !== 'function') return linesOf(derived as NonNullable<T>);
  const lines = (context: Context): readonly string[] => {
    try {
      const value = (derived as (context: Context) => T)(context);
      return value === undefined || value === null ? [] : linesOf(value).filter(isClean);
    } catch {
      return []; // the author's function wanted a real value; the reference then does without
    }
  };
  const full = placeholderContext(fields);
  const general = lines(full);
  const all = new Set(general);
  for (const { name, value } of enumerated(fields)) {
    // A line that merely repeats the value is the general line again.
    const known = new Set(general.map((line) => line.replaceAll(`{${name}}`, value)));
    for (const line of lines({ ...full, [name]: value })) {
      if (!known.has(line)) all.add(line);
    }
  }
  for (const context of sparseContexts(fields)) lines(context).forEach((line) => all.add(line));
  return [...all];
}

/** The strategies that a definition can have; empty if only an occurrence can tell. */
export function strategiesOf(definition: Definition<never>): readonly Strategy[] {
  const { recovery, fields } = definition;
  if (typeof recovery === 'string') return [recovery];
  const found = renderLines(recovery.strategy, fields, (strategy) => [strategy]);
  return STRATEGIES.filter((strategy) => found.includes(strategy));
}

/** Whether it is always worth a retry, never, or undefined: it depends. */
export function retryableOf(definition: Definition<never>): boolean | undefined {
  const { recovery, retryable } = definition;
  if (typeof retryable === 'boolean') return retryable;
  if (typeof retryable === 'function') return undefined;
  const strategy = typeof recovery === 'string' ? recovery : recovery.strategy;
  return typeof strategy === 'function' ? undefined : strategy === 'retry_with_backoff';
}

/** Whether the strategy depends on the occurrence. */
export function strategyVaries({ recovery }: Definition<never>): boolean {
  return typeof recovery !== 'string' && typeof recovery.strategy === 'function';
}

/** Plain strings in the place of values: an author's function meets nothing more surprising than that. */
function placeholderContext(fields: readonly ResolvedField[], prefix = ''): Context {
  return Object.fromEntries(
    fields.map(({ name, type, items }) => {
      const path = `${prefix}${name}`;
      const value = items === undefined ? `{${path}}` : placeholderContext(items, `${path}.`);
      return [name, type.endsWith('[]') ? [value] : value];
    }),
  );
}

/** What a thrower may give at the least, and each optional field on top of it: templates often have a case for each. */
function sparseContexts(fields: readonly ResolvedField[]): readonly Context[] {
  const required = fields.filter((field) => field.required);
  const optional = fields.filter((field) => !field.required);
  return [...optional.map((field) => [...required, field]), required].map((some) =>
    placeholderContext(some),
  );
}

function enumerated(fields: readonly ResolvedField[]): { name: string; value: string }[] {
  return fields
    .filter(({ type }) => type === 'string')
    .flatMap(({ name, values = [] }) => values.map((value) => ({ name, value })));
}

// The marks of a template that computed with a placeholder.
function isClean(line: string): boolean {
  return typeof line === 'string' && !/\bundefined\b|\bNaN\b|\[object Object\]/.test(line);
}
