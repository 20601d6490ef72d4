import { clip, itemPath, MAX_ISSUES, memberPath } from './report.js';
import type { Issue, StandardIssue, StandardResult, StandardSchema } from './validator.js';

const MAX_MESSAGE = 200;

/** A value as the schema converted it, or what is wrong with it. */
export type Checked<Output> = { readonly value: Output } | { readonly issues: readonly Issue[] };

/** Checks and converts a value; a promise only where the schema gives one. */
export type StandardCheck<Output> = (value: unknown) => Checked<Output> | Promise<Checked<Output>>;

/** Checks by a schema of Zod, Valibot, ArkType or any other that follows Standard Schema. */
export function standardCheck<Output>(schema: StandardSchema<Output>): StandardCheck<Output> {
  const { validate } = schema['~standard'];
  return (value) => {
    const result = validate(value);
    return 'then' in result ? result.then(toChecked) : toChecked(result);
  };
}

function toChecked<Output>(result: StandardResult<Output>): Checked<Output> {
  if (result.issues === undefined) return { value: result.value };
  return { issues: result.issues.slice(0, MAX_ISSUES).map(toIssue) };
}

function toIssue(issue: StandardIssue): Issue {
  return { path: pathOf(issue), message: clip(messageOf(issue), MAX_MESSAGE) };
}

function pathOf({ path = [] }: StandardIssue): string {
  let text = '';
  for (const step of path) {
    const key = typeof step === 'object' ? step.key : step;
    text = typeof key === 'number' ? itemPath(text, key) : memberPath(text, String(key));
  }
  return text;
}

/** Valibot and ArkType repeat the value in their message; what is wanted and what was given they have apart as well. */
function messageOf(issue: StandardIssue & Said): string {
  const given = issue.received ?? issue.actual;
  if (typeof given !== 'string' || given === '') return issue.message;
  const wanted = [issue.message, issue.expected].find(
    (text): text is string => typeof text === 'string' && !text.includes(given),
  );
  return wanted ?? 'another value';
}

interface Said {
  readonly expected?: unknown;
  readonly received?: unknown;
  readonly actual?: unknown;
}
