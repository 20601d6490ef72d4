import { engram } from '@errata/catalogs/engram';
import { clipText, oneLine, stripInvisible } from '@errata/core/internal';
import type { Fault } from '@errata/core';
import type { z } from 'zod';

/**
 * The arguments of a call as the tool declares them, or the first thing that is wrong with them. What was given is never repeated,
 * only what type it had; a member that the tool does not know is refused.
 */
export function readArguments<S extends z.ZodObject>(
  schema: S,
  given: unknown,
  tool: string,
): z.output<S> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  // A name that is not known is often the one that is missing, misspelled.
  const { issues } = parsed.error;
  const strange = issues.find((one) => one.code === 'unrecognized_keys' && one.path.length === 0);
  throw toFault(strange ?? issues[0]!, given, schema, tool);
}

type Issue = z.core.$ZodIssue;

function toFault(issue: Issue, given: unknown, schema: z.ZodObject, tool: string): Fault {
  if (issue.code === 'unrecognized_keys') {
    const { path, keys } = issue;
    // Names inside a member are in the published schema; the tool's own are few enough to be told.
    const known = path.length === 0 ? { expected: Object.keys(schema.shape).join(' | ') } : {};
    return engram.INVALID_PARAM_VALUE({ param: nameOf([...path, keys[0]!]), ...known, tool });
  }
  const value = valueAt(given, issue.path);
  const param = nameOf(issue.path);
  if (value === undefined && param !== undefined) {
    return engram.MISSING_REQUIRED_PARAM({ param, tool });
  }
  const type = expectedType(issue);
  const received = typeOf(value);
  if (type !== undefined && type !== received) {
    const about = { expected: type, received, tool };
    return engram.INVALID_PARAM_TYPE({ param: param ?? 'arguments', ...about });
  }
  return engram.INVALID_PARAM_VALUE({ param, expected: expectedValue(issue), tool });
}

const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };

/** The type that is wanted, if the issue says one. */
function expectedType(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  return issue.code === 'invalid_value' ? typeOf(issue.values[0]) : undefined;
}

/** The values that are wanted, in words that need no translation. */
function expectedValue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return `${measure(issue.origin)}>= ${issue.minimum}`;
    case 'too_big':
      return `${measure(issue.origin)}<= ${issue.maximum}`;
    case 'invalid_value':
      return issue.values.map(String).join(' | ');
    case 'invalid_format':
      return issue.format === 'regex' ? issue.pattern : issue.format;
    case 'custom':
      return issue.params?.['expected'] as string | undefined;
    default:
      return undefined;
  }
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'length ' : '';
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
}

/** `evidence.0.sha256`; nothing if all of the arguments are meant. Names may be the peer's own. */
function nameOf(path: readonly PropertyKey[]): string | undefined {
  if (path.length === 0) return undefined;
  return clipText(oneLine(stripInvisible(path.map(String).join('.'))), 100);
}

/** The type of a value as JSON has it. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
