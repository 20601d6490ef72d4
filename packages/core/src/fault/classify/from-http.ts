import { found, type FaultFinding } from './finding.js';
import { GENERIC } from './generic.js';
import { parseHttpDate, parseRetryAfter } from '../retry-after.js';
import { peek, peekInteger, peekString } from './peek.js';

const TRANSIENT = new Set([425, 502, 503]);

/**
 * The status of a failed HTTP exchange, where clients keep it: on the error, on its `response`, or as a thrown Response.
 * Only the status and Retry-After are read. Config, request headers and bodies hold tokens, and are never touched.
 */
export function fromHttp(thrown: unknown, now: () => number): FaultFinding | undefined {
  const status = statusOf(thrown);
  if (status === undefined) return undefined;
  switch (status) {
    case 401:
    case 403:
    case 407:
      return found(GENERIC.UPSTREAM_AUTH, { status });
    case 404:
    case 410:
      return found(GENERIC.NOT_FOUND, { status });
    case 408:
    case 504:
      return found(GENERIC.TIMEOUT, { status, phase: 'exchange' });
    case 409:
    case 412:
      return found(GENERIC.CONFLICT, { status });
    case 429:
      return found(GENERIC.RATE_LIMITED, { status, ...retryAfter(thrown, now) });
    default:
      return found(GENERIC.UPSTREAM_ERROR, {
        status,
        transient: TRANSIENT.has(status),
        ...retryAfter(thrown, now),
      });
  }
}

function statusOf(thrown: unknown): number | undefined {
  const response = peek(thrown, 'response');
  return (
    peekStatus(response, 'status') ??
    peekStatus(response, 'statusCode') ??
    peekStatus(thrown, 'status') ??
    peekStatus(thrown, 'statusCode') ??
    peekStatus(peek(thrown, '$metadata'), 'httpStatusCode')
  );
}

function peekStatus(value: unknown, key: string): number | undefined {
  const status = peekInteger(value, key);
  return status !== undefined && status >= 400 && status <= 599 ? status : undefined;
}

function retryAfter(thrown: unknown, now: () => number): { retry_after?: number } {
  const headers = peek(peek(thrown, 'response'), 'headers') ?? peek(thrown, 'headers');
  const value = header(headers, 'retry-after', 'Retry-After');
  // The clock that wrote a date is the one to measure it with; ours only replaces it.
  const from = () => parseHttpDate(header(headers, 'date', 'Date') ?? '') ?? now();
  const seconds = parseRetryAfter(value, from);
  return seconds === undefined ? {} : { retry_after: seconds };
}

function header(headers: unknown, lower: string, title: string): string | undefined {
  // Only a true Headers object is called; anything else may do anything when called.
  if (peek(headers, Symbol.toStringTag) === 'Headers') {
    try {
      const value = (headers as { get(name: string): unknown }).get(lower);
      return typeof value === 'string' ? value.trim() : undefined;
    } catch {
      return undefined; // it only said that it was one
    }
  }
  return (peekString(headers, lower) ?? peekString(headers, title))?.trim();
}
