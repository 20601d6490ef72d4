import { cut } from './wording.js';

/** The list of what is wrong with which field, as −32602 and −32005 carry it. */
export const FIELD_ERRORS = {
  type: 'object[]?',
  items: { field: 'string', message: 'string', expected: 'string?', received: 'string?' },
} as const;

interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly expected?: string | undefined;
}

interface Invalid {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
}

/** What can be said of invalid input from its context alone. */
export function validationDetails({ field, value, errors = [] }: Invalid): string | undefined {
  if (errors.length > 1) return 'Multiple validation errors';
  if (field === undefined) {
    return errors.length === 1 ? `${errors[0]!.field}: ${errors[0]!.message}` : undefined;
  }
  return value === undefined
    ? `Invalid value for field '${field}'`
    : `Invalid value for field '${field}': ${cut(value)}`;
}

/** `Provide a valid IPv4 or IPv6 address for field 'address'`: what was expected, as part of a sentence. */
export function provideValid(field: string, expected: string): string {
  const noun = expected
    .replace(/^(?:Must be|An?|The|Valid) /, '')
    .replace(/^[A-Z](?=[a-z]+\b)/, (letter) => letter.toLowerCase());
  // What is no noun explains one.
  const what = /^(?:one of|at least|at most|every|text without)\b|must be provided$/.test(noun)
    ? `value (${noun})`
    : noun;
  return `Provide a valid ${cut(what)} for field '${field}'`;
}

/** What clients fix input by: the list of all that is wrong is always there, and of a single thing also field and expectation. */
export function completeValidation(data: Record<string, unknown>): void {
  const { field, expected, details, errors } = data as Readonly<Record<string, string>> & Invalid;
  const all =
    errors !== undefined && errors.length > 0
      ? errors
      : [{ field: field ?? 'arguments', message: (field && expected) ?? details ?? '' }];
  data['errors'] = all;
  const [only, second] = all;
  if (only === undefined || second !== undefined || field !== undefined) return;
  data['field'] = only.field;
  data['expected'] ??= only.expected ?? only.message;
}
