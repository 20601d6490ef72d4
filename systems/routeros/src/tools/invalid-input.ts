import { fromTemplate, routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Say in the words of the contract what is wrong, where the schema has no words of its own: `{ error: inWords }` for a parse. */
export function inWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${kindOf(issue.inst) ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `Must ${limit('at least', Number(issue.minimum), issue.origin)}`;
    case 'too_big':
      return `Must ${limit('at most', Number(issue.maximum), issue.origin)}`;
    default:
      return 'Must be valid';
  }
}

function limit(bound: string, size: number, origin: string): string {
  const unit = { string: 'character', array: 'item' }[origin];
  if (unit === undefined) return `be ${bound} ${size}`;
  return `have ${bound} ${size} ${unit}${size === 1 ? '' : 's'}`;
}

interface AnyDefinition {
  readonly type?: string;
  readonly format?: string;
  readonly element?: unknown;
  readonly innerType?: unknown;
}

/** `array of strings`, `integer`; undefined if it takes more words. */
function kindOf(schema: unknown): string | undefined {
  const { _zod: inner } = (schema ?? {}) as { readonly _zod?: { readonly def: AnyDefinition } };
  const { type, format, element, innerType } = inner?.def ?? {};
  if (innerType !== undefined) return kindOf(innerType);
  switch (type) {
    case 'array': {
      const item = kindOf(element);
      return item === undefined ? 'array' : `array of ${item}s`;
    }
    case 'number':
      return format?.includes('int') === true ? 'integer' : 'number';
    case 'record':
      return 'object';
    case 'string':
    case 'boolean':
    case 'object':
      return type;
    default:
      return undefined;
  }
}

const MISSING = 'Required field missing';

/** Fields whose values are never repeated. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['password', 'approval_token']);

/** Characters of a list or object that are repeated. */
const SHOWN = 100;

interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly expected?: string;
}

export interface Input {
  /** What was parsed. */
  readonly given: unknown;
  /** The members that there are. */
  readonly known: readonly string[];
  /** The argument that the input is: `change`. */
  readonly at?: string;
}

/** VALIDATION_ERROR with everything that is wrong. */
export function invalidInput(issues: readonly Issue[], input: Input): Fault {
  const errors = issues.flatMap((issue) => fieldErrors(issue, input));
  const [only, second] = errors;
  return only !== undefined && second === undefined
    ? single(issues[0]!, only, input)
    : routeros.VALIDATION_ERROR({ errors });
}

function fieldErrors(issue: Issue, { given, known, at }: Input): FieldError[] {
  const prefix = at === undefined ? [] : [at];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...prefix, ...issue.path, key].join('.'),
      message: 'Unknown field',
      ...(issue.path.length === 0 && { expected: `One of ${known.join(', ')}` }),
    }));
  }
  const field = [...prefix, ...issue.path.map(String)].join('.') || 'arguments';
  const missing = issue.path.length > 0 && valueAt(given, issue) === undefined;
  return [{ field, message: missing ? MISSING : issue.message }];
}

/** A single problem uses the words of its template, with the value that was given. */
function single(issue: Issue, error: FieldError, { given }: Input): Fault {
  const { field, message } = error;
  if (message === MISSING) {
    // A schema may say itself why it needs the field.
    const why = issue.code === 'custom' ? { details: ownWords(field, issue.message) } : {};
    return fromTemplate('REQUIRED_FIELD_MISSING', { field, errors: [error] }, why);
  }
  const expected = error.expected ?? expectedBy(message);
  const value = shown(valueAt(given, issue), issue);
  // The contract lists what is expected by itself: said here too, a model would read it twice.
  const errors = message === expected ? {} : { errors: [{ field, message }] };
  if (value === undefined) {
    const details = ownWords(field, message);
    return routeros.VALIDATION_ERROR({ field, expected, ...errors }, { details });
  }
  if (field === 'device_id') return fromTemplate('INVALID_DEVICE_ID', { field, value, ...errors });
  if (/\bIPv[46]\b/.test(message)) {
    return fromTemplate('INVALID_IP_ADDRESS', { field, value, expected, ...errors });
  }
  return routeros.VALIDATION_ERROR({ field, value, expected, ...errors });
}

/** Only the name of the field came from outside: `password: Must have at least 8 characters` holds no password. */
function ownWords(field: string, message: string) {
  return (redact: (text: string) => string) => `${redact(field)}: ${message}`;
}

/** `Must be array of strings`: `Array of strings`. */
function expectedBy(message: string): string {
  const noun = message.replace(/^Must (?:be|have) /, '');
  return noun === message ? message : noun.charAt(0).toUpperCase() + noun.slice(1);
}

function valueAt(given: unknown, { path }: Issue): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
}

/** The value of one argument, if it is no secret. */
function shown(value: unknown, { code, path }: Issue): string | undefined {
  if (code === 'unrecognized_keys' || path.length === 0) return undefined;
  if (path.some((key) => SECRET_FIELDS.has(String(key)))) return undefined;
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  const hidden = (name: string, inner: unknown) => (SECRET_FIELDS.has(name) ? undefined : inner);
  return JSON.stringify(value, hidden)?.slice(0, SHOWN);
}
