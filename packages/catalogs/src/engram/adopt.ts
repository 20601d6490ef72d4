import { membersOf, GENERIC_DOMAIN } from '@errata/core/internal';
import type { FaultOptions, Fault } from '@errata/core';
import { engram } from './catalog.js';

/**
 * Tell in Engram's words what core recognised in a thrown value. Bad input and the one database have words of their own;
 * a refused connection does not say whose it was, so whoever calls OpenMemory says it, and the rest is unhandled.
 */
export function adoptGeneric(foreign: Fault): Fault | undefined {
  if (foreign.domain !== GENERIC_DOMAIN) return undefined;
  const given: FaultOptions = {
    cause: foreign.cause ?? foreign,
    effect: foreign.effect,
    // Only a ref that was given: one of the fault's own making would hide the request's.
    ...(foreign.given.ref !== undefined && { ref: foreign.given.ref }),
  };
  switch (foreign.condition) {
    case 'validation':
    case 'invalid-params':
      return invalidParam(firstIssue(foreign), given);
    case 'storage-unavailable': {
      const { error_type } = foreign.context as { error_type?: string };
      return engram.LOGBOOK_DB_UNAVAILABLE({ error_type }, given);
    }
    default:
      return engram.UNHANDLED_EXCEPTION({}, given);
  }
}

interface Issue {
  readonly param?: string;
  readonly expected?: string;
  readonly received?: string;
}

// `missing` is arktype's word for it.
const NOTHING = new Set(['undefined', 'missing']);
const TYPES = new Set([
  ...['string', 'number', 'integer', 'int', 'bigint', 'boolean', 'object', 'record', 'array'],
  ...['date', 'null', 'undefined', 'function', 'symbol', 'nan'],
]);

/** By the facts of the issue, never by its text. */
function invalidParam({ param, expected, received }: Issue, given: FaultOptions): Fault {
  if (param === undefined) return engram.INVALID_PARAM_VALUE({}, given);
  if (received !== undefined && NOTHING.has(received)) {
    return engram.MISSING_REQUIRED_PARAM({ param }, given);
  }
  if (!isTypeName(expected)) return engram.INVALID_PARAM_VALUE({ param, expected }, given);
  // Some libraries put the value itself into `received`, and what was given may be secret.
  const type = isTypeName(received) ? { received } : {};
  return engram.INVALID_PARAM_TYPE({ param, expected, ...type }, given);
}

function firstIssue(foreign: Fault): Issue {
  const { errors } = foreign.context as { errors?: unknown };
  const { field, expected, received } = membersOf(Array.isArray(errors) ? errors[0] : undefined);
  return {
    ...(isText(field) && field !== WHOLE_INPUT && { param: field }),
    ...(isText(expected) && { expected }),
    ...(isText(received) && { received }),
  };
}

/** What core calls the input itself when no field of it is meant. */
const WHOLE_INPUT = '(root)';

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTypeName(name: string | undefined): name is string {
  return name !== undefined && TYPES.has(name.toLowerCase().replace(/^an? /, ''));
}
