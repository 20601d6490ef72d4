import { classify, clipText, Fault, peek } from '@errata/core/fault';
import { exampleFor, type JsonSchema } from './example.js';
import { nameOfType } from './request-shapes.js';
import { validatorOf } from './validator.js';

const MAX_MESSAGE = 300;

/** What schema libraries say of a value, with the path to where it is wrong. */
type Issues = readonly unknown[];

interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
  readonly example?: string;
}

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
  const fault = classify({ issues }, { input: true });
  const { errors, ...rest } = fault.context as { errors?: readonly FieldError[] };
  if (errors === undefined) return fault;
  const told = errors.map((error, index) => {
    const path = pathOf(issues[index]);
    const received = error.received ?? typeNameAt(value, path);
    const example = exampleFor(schema, path);
    // They are the caller's own arguments, and the library says best what is wrong with them.
    const said = clipText(String(peek(issues[index], 'message') ?? error.message), MAX_MESSAGE);
    return {
      ...error,
      message: said,
      ...(example !== undefined && {
        message: `${said}; for example ${example}`,
        example,
      }),
      received,
    };
  });
  return new Fault(fault.definition, { errors: told, ...rest }, { cause: cause ?? { issues } });
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
