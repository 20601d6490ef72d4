import { createValidator } from '../create-validator.js';
import type { Issue } from '../validator.js';

/** What the small validator says of a value; a schema may also be true or false. */
export function issuesOf(schema: unknown, value: unknown): readonly Issue[] {
  return createValidator().compile(schema as Record<string, unknown>)(value);
}

/** Each issue as one line: `a.b[0]: a string`. */
export function linesOf(schema: unknown, value: unknown): readonly string[] {
  return issuesOf(schema, value).map(({ path, message }) => `${path}: ${message}`);
}
