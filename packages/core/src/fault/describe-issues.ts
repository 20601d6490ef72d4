import { nameOfType } from '../era/index.js';
import { clipText } from './budget/text.js';
import { classify, fromIssues, isUnion, peek, type InputProblem } from './classify/index.js';
import { Fault } from './fault.js';

const MAX_MESSAGE = 300;

/** What the issues are about. */
export interface IssueOrigin {
  /** The arguments that were given. */
  readonly value: unknown;
  /** The JSON Schema of the arguments, for examples. */
  readonly schema?: ExampleSchema | undefined;
  readonly cause?: unknown;
}

/** A fault that names each field, what was expected, what was received and what would do. Values are never repeated. */
export function describeIssues(
  issues: readonly unknown[],
  { value, schema, cause }: IssueOrigin,
): Fault {
  const found = fromIssues({ issues });
  if (found === undefined) return classify({ issues });
  const { definition, context } = found;
  const errors = context.errors.map((error, index) => {
    const issue = issues[index];
    const path = pathOf(issue);
    const example = exampleFor(schema, path);
    const given = typeNameAt(value, path);
    const isShown = example !== undefined;
    const text = clipText(messageOf(issue, error, given, isShown) ?? error.message, MAX_MESSAGE);
    const message = example === undefined ? text : `${text}; for example ${example.json}`;
    const { field, expected, received } = error;
    // Assigned one by one: V8 takes long over members that are spread and then replaced.
    const fieldError: FieldError = { field, message };
    if (expected !== undefined && !repeats(expected, issue)) fieldError.expected = expected;
    // To JSON, undefined is nothing: the name of a missing value is the same for all libraries.
    fieldError.received = received === undefined || given === NOTHING ? given : received;
    if (example !== undefined) fieldError.example = example.value;
    return fieldError;
  });
  const { more } = context;
  const described = more === undefined ? { errors } : { errors, more };
  return new Fault(definition, described, { cause: cause ?? { issues } });
}

type FieldError = { -readonly [K in keyof InputProblem]: InputProblem[K] } & { example?: unknown };

const NOTHING = nameOfType(undefined);

/**
 * The library says best what is wrong. Valibot and ArkType repeat the value in their message; they also have what they expect and what they
 * got as members of their own.
 */
function messageOf(
  issue: unknown,
  { expected, received }: InputProblem,
  given: string,
  hasExample: boolean,
): string | undefined {
  const message = peek(issue, 'message');
  if (typeof message !== 'string') return undefined;
  // A text of the author's own stays. The libraries' say "received undefined" of a missing field, and nothing of a union.
  if (given === NOTHING && USUAL.test(message)) return requiredOf(issue, expected, hasExample);
  if (expected !== undefined && isUnion(issue) && USUAL.test(message))
    return `expected ${expected}`;
  // The name of a type is not a value.
  if (received !== undefined || !repeats(message, issue)) return message;
  return expected === undefined || repeats(expected, issue)
    ? 'is not valid'
    : `expected ${expected}`;
}

/** How the libraries' own texts begin, or what they say of a missing field. */
const USUAL = /^(?:Invalid |Required$)|\bundefined\b/;

/** With the type where no example shows it, and always with the values of a list and the members of a union. */
function requiredOf(issue: unknown, expected: string | undefined, hasExample: boolean): string {
  const isChoice = Array.isArray(peek(issue, 'values')) || isUnion(issue);
  // valibot expects the name of a missing key, which says nothing.
  const isType = !hasExample && peek(issue, 'code') === 'invalid_type';
  return expected !== undefined && (isChoice || isType) ? `required, ${expected}` : 'required';
}

/** Whether a text has the value in it that was given. */
function repeats(text: string, issue: unknown): boolean {
  const given = peek(issue, 'received') ?? peek(issue, 'actual');
  return typeof given === 'string' && given !== '' && text.includes(given);
}

function pathOf(issue: unknown): readonly (string | number)[] {
  const path = peek(issue, 'path');
  if (!Array.isArray(path)) return [];
  return path.map((item: unknown) => {
    const key = typeof item === 'object' && item !== null ? peek(item, 'key') : item;
    return typeof key === 'number' ? key : String(key);
  });
}

function typeNameAt(value: unknown, path: readonly (string | number)[]): string {
  let found = value;
  for (const key of path) found = peek(found, key as string);
  return nameOfType(found);
}

/** As much of JSON Schema as an example can be made from. */
export interface ExampleSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly items?: ExampleSchema;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ExampleSchema[];
  readonly oneOf?: readonly ExampleSchema[];
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly minimum?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly maximum?: unknown;
  readonly exclusiveMaximum?: unknown;
  readonly multipleOf?: unknown;
  readonly minLength?: unknown;
  readonly maxLength?: unknown;
}

const MAX_EXAMPLE = 60;

/** A value that the schema allows at a path, also as JSON. Undefined if the example would say no more than the type does. */
function exampleFor(
  schema: ExampleSchema | undefined,
  path: readonly (string | number)[],
): { readonly value: unknown; readonly json: string } | undefined {
  try {
    let place = schema;
    for (const key of path) place = typeof key === 'number' ? place?.items : propertyOf(place, key);
    const value = place === undefined ? undefined : exampleOf(place, 0);
    const json = value === undefined ? undefined : JSON.stringify(value);
    return json !== undefined && json.length <= MAX_EXAMPLE ? { value, json } : undefined;
  } catch {
    return undefined; // a schema that cannot be read gives no example
  }
}

function propertyOf(schema: ExampleSchema | undefined, key: string): ExampleSchema | undefined {
  const { properties = {} } = schema ?? {};
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function exampleOf(schema: ExampleSchema, depth: number): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const variant = (schema.anyOf ?? schema.oneOf)?.[0];
  if (variant !== undefined && depth < 3) return exampleOf(variant, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return exampleText(schema);
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return exampleList(schema, depth);
    default:
      return undefined;
  }
}

/** 1 where it is allowed, else the allowed number that is nearest to it. */
function exampleNumber(schema: ExampleSchema): number | undefined {
  const [step, low, high, above, below] = [
    schema.multipleOf,
    schema.minimum,
    schema.maximum,
    schema.exclusiveMinimum,
    schema.exclusiveMaximum,
  ].map((bound) => (typeof bound === 'number' ? bound : undefined));
  const unit = step ?? 1;
  const least = Math.max(low ?? -Infinity, above === undefined ? -Infinity : above + unit);
  const most = Math.min(high ?? Infinity, below === undefined ? Infinity : below - unit);
  const near = Math.min(Math.max(unit, least), most);
  const value = step === undefined ? near : Math.ceil(near / step) * step;
  return value >= least && value <= most ? value : undefined;
}

function exampleList({ items }: ExampleSchema, depth: number): unknown[] | undefined {
  const item = items !== undefined && depth < 3 ? exampleOf(items, depth + 1) : undefined;
  return item === undefined ? undefined : [item];
}

/** Only of a format: an invented text rarely fits a pattern, and for a plain string it explains nothing. */
function exampleText({ pattern, format, minLength, maxLength }: ExampleSchema): string | undefined {
  const text = FORMATS[String(format)];
  if (text === undefined || pattern !== undefined) return undefined;
  const isShort = typeof minLength === 'number' && text.length < minLength;
  const isLong = typeof maxLength === 'number' && text.length > maxLength;
  return isShort || isLong ? undefined : text;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'name@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};
