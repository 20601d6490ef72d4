import { classify, Fault } from '@errata/core';
import { clipText, fromIssues, nameOfType, peek, type InputProblem } from '@errata/core/internal';
import { exampleFor, type JsonSchema } from './example.js';
import { validatorOf } from './validator.js';

const MAX_MESSAGE = 300;

/** What schema libraries say of a value, with the path to where it is wrong. */
type Issues = readonly unknown[];

/** The issues of a value under a schema of any library; undefined where there are none, or none can be had. */
export async function issuesOf(schema: unknown, value: unknown): Promise<Issues | undefined> {
  try {
    const judged = await validatorOf(schema)?.(value);
    return judged?.issues !== undefined && judged.issues.length > 0 ? judged.issues : undefined;
  } catch {
    return undefined; // a refinement that throws says nothing about the fields
  }
}

/** A fault that names each field, what was expected, what was received and what would do. Values are never repeated. */
export function describeIssues(
  issues: Issues,
  { value, schema, cause }: { value: unknown; schema?: JsonSchema | undefined; cause?: unknown },
): Fault {
  const found = fromIssues({ issues });
  if (found === undefined) return classify({ issues });
  const { definition, context } = found;
  const errors = context.errors.map((error, index) => {
    const issue = issues[index];
    const path = pathOf(issue);
    const example = exampleFor(schema, path);
    // They are the caller's own arguments, and the library says best what is wrong with them.
    const said = clipText(String(peek(issue, 'message') ?? error.message), MAX_MESSAGE);
    const message = example === undefined ? said : `${said}; for example ${example}`;
    const { field, expected, received } = error;
    // Assigned one by one: V8 takes long over members that are spread and then replaced.
    const told: FieldError = { field, message };
    if (expected !== undefined) told.expected = expected;
    if (received !== undefined) told.received = received;
    if (example !== undefined) told.example = example;
    told.received ??= typeNameAt(value, path);
    return told;
  });
  const { more } = context;
  const told = more === undefined ? { errors } : { errors, more };
  return new Fault(definition, told, { cause: cause ?? { issues } });
}

type FieldError = { -readonly [K in keyof InputProblem]: InputProblem[K] } & { example?: string };

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
