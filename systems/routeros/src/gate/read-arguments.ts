import { fromTemplate, routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';
import type { z } from 'zod';
import type { Tool } from '../tools/tool.js';

type Issue = z.core.$ZodIssue;

const MISSING = 'Required field missing';

interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly expected?: string;
}

/** Fields whose values are never repeated. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['password', 'approval_token']);

/**
 * The arguments of a call as the tool declares them, or VALIDATION_ERROR with everything that is wrong. A member that the tool does not
 * know is refused: a misspelt `dry_run` must not become a write.
 */
export function readArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const parsed = (tool.input as z.ZodObject).strict().safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const errors = issues.flatMap((issue) => fieldErrors(issue, tool, given));
  if (errors.length === 1) throw single(issues[0]!, errors[0]!, given);
  throw routeros.VALIDATION_ERROR({ errors, ...nameOf(tool) });
}

function nameOf({ name, tier }: Tool) {
  return { tool_name: name, tool_tier: tier };
}

function fieldErrors(issue: Issue, tool: Tool, given: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys((tool.input as z.ZodObject).shape).join(', ');
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: 'Unknown field',
      ...(issue.path.length === 0 && { expected: `One of ${known}` }),
    }));
  }
  const field = issue.path.map(String).join('.') || 'arguments';
  const missing = issue.path.length > 0 && valueAt(given, issue) === undefined;
  return [{ field, message: missing ? MISSING : issue.message }];
}

/** One thing wrong is told in the words of its template, with the value that was given. */
function single(issue: Issue, error: FieldError, given: unknown): Fault {
  const { field, message, expected = message } = error;
  if (message === MISSING) return fromTemplate('REQUIRED_FIELD_MISSING', { field });
  const value = shown(valueAt(given, issue), issue);
  if (value === undefined) {
    const details = (redact: (text: string) => string) => `${redact(field)}: ${message}`;
    return routeros.VALIDATION_ERROR({ field, expected }, { details });
  }
  if (field === 'device_id') return fromTemplate('INVALID_DEVICE_ID', { field, value });
  if (/\bIPv[46]\b/.test(message)) {
    return fromTemplate('INVALID_IP_ADDRESS', { field, value, expected });
  }
  return routeros.VALIDATION_ERROR({ field, value, expected });
}

function valueAt(given: unknown, { path }: Issue): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
}

/** A scalar that is no secret. */
function shown(value: unknown, { code, path }: Issue): string | undefined {
  if (code === 'unrecognized_keys' || path.some((key) => SECRET_FIELDS.has(String(key)))) {
    return undefined;
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
