import { cut } from './wording.js';

/** The list of what is wrong with which field, as −32602 and −32005 carry it. */
export const FIELD_ERRORS = {
  type: 'object[]?',
  items: { field: 'string', message: 'string', expected: 'string?', received: 'string?' },
} as const;

interface Invalid {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
}

/** What can be said of invalid input from its context alone. */
export function validationDetails({ field, value, errors = [] }: Invalid): string | undefined {
  if (errors.length > 1) return 'Multiple validation errors';
  if (errors.length === 1) return `${errors[0]!.field}: ${errors[0]!.message}`;
  if (field === undefined) return undefined;
  return value === undefined
    ? `Invalid value for field '${field}'`
    : `Invalid value for field '${field}': ${cut(value)}`;
}
