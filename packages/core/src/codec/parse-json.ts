import { endsAsItBegins } from './json-text.js';

/** The value of a JSON text; undefined, which no JSON stands for, where it is none. Never throws. */
export function parseJson(text: string): unknown {
  // A cut text is the usual broken one, and a look at both ends costs far less than an exception.
  if (!endsAsItBegins(text)) return undefined;
  const limit = errors.stackTraceLimit;
  limitStackTrace(limit, 0);
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the exception quotes the peer's text, and knows nothing else that a reply could use
  } finally {
    limitStackTrace(limit, limit);
  }
}

const errors = Error as { stackTraceLimit?: unknown };
let adjustable = true;

/**
 * V8 spends a large part of a failing JSON.parse on a stack trace that nobody reads. JSON.parse of a string runs no code
 * but its own, so nobody sees the limit while it is changed.
 */
function limitStackTrace(before: unknown, limit: unknown): void {
  if (!adjustable || typeof before !== 'number') return; // typeof: not V8, or no traces at all
  try {
    errors.stackTraceLimit = limit;
  } catch {
    adjustable = false; // Error is frozen, as in hardened environments: then a failure merely costs more
  }
}
