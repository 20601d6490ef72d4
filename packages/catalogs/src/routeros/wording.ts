import type { Strategy } from '@errata/core';

/** How much of a text that came from outside is repeated in a sentence of ours. */
const QUOTE_LENGTH = 100;

/** The first characters of a text. Counts whole characters, so that no surrogate pair is cut in two. */
export function cut(text: string): string {
  if (text.length <= QUOTE_LENGTH) return text;
  return Array.from(text.slice(0, 2 * QUOTE_LENGTH))
    .slice(0, QUOTE_LENGTH)
    .join('');
}

/**
 * Put values into the `{placeholders}` of a template. One pass, so that a value with braces stays a value; each value
 * is cut, because most of them came from outside. A placeholder without a value stays as it is.
 */
export function fillTemplate(template: string, values: object): string {
  const given = values as Readonly<Record<string, unknown>>;
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return value === undefined ? placeholder : cut(String(value));
  });
}

/** A duration as the contract writes it: `5.0 seconds`, also for a whole number. */
export function inSeconds(duration: number): string {
  return `${Number.isInteger(duration) ? duration.toFixed(1) : String(duration)} seconds`;
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

/** How long `now` is after `then`, in the largest unit that fits: `2 hours`. Undefined if it is not after. */
export function elapsed(then: string, now: string): string | undefined {
  const distance = Date.parse(now) - Date.parse(then);
  const unit = UNITS.find(([length]) => distance >= length);
  if (unit === undefined) return undefined;
  const count = Math.floor(distance / unit[0]);
  return `${count} ${unit[1]}${count === 1 ? '' : 's'}`;
}

/** The four recovery strategies under the names that the contract gives them. */
export const ErrorRecoveryStrategy = {
  RETRY_WITH_BACKOFF: 'retry_with_backoff',
  USER_ACTION_REQUIRED: 'user_action_required',
  FIX_AND_RETRY: 'fix_and_retry',
  REPORT_AND_ABORT: 'report_and_abort',
} as const satisfies Record<string, Strategy>;

export type ErrorRecoveryStrategy =
  (typeof ErrorRecoveryStrategy)[keyof typeof ErrorRecoveryStrategy];

/** Seconds to wait by default. */
export const DEFAULT_RETRY_AFTER = 60;

/** What a strategy advises where neither the thrower nor the definition has better advice. */
export function suggestionFor(
  strategy: Strategy,
  retryAfter: number = DEFAULT_RETRY_AFTER,
): string {
  switch (strategy) {
    case 'retry_with_backoff':
      return `Wait ${retryAfter} seconds and retry. This is likely a temporary issue.`;
    case 'user_action_required':
      return 'User intervention required. Check permissions or configuration and try again.';
    case 'fix_and_retry':
      return 'Fix the input parameters based on the validation errors below, then retry the request.';
    case 'report_and_abort':
      return 'This error cannot be resolved automatically. Report to system administrator.';
  }
}

/** The tiers of the tools, least dangerous first. */
export const TOOL_TIERS = ['fundamental', 'advanced', 'professional'] as const;

/** How much a tool may change: `fundamental`, `advanced` or `professional`. */
export type ToolTier = (typeof TOOL_TIERS)[number];

/** The tiers that a device has to open; fundamental tools are always allowed. */
export type GuardedTier = Exclude<ToolTier, 'fundamental'>;

/** The device flag that opens a tier, by its real name. */
export const TIER_FLAGS: Readonly<Record<GuardedTier, string>> = {
  advanced: 'allow_advanced_writes',
  professional: 'allow_professional_workflows',
};

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
  // If it is not a noun, it explains one.
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
