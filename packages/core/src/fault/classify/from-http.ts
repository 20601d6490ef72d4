import { found, type Finding } from './finding.js';
import { GENERIC } from './generic.js';
import { peek, peekInteger, peekString } from './peek.js';

const TRANSIENT = new Set([425, 502, 503]);
const DAY_NAME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * The status of a failed HTTP exchange, where clients keep it: on the error, on its `response`, or as a thrown Response.
 * Only the status and Retry-After are read. Config, request headers and bodies hold tokens, and are never touched.
 */
export function fromHttp(thrown: unknown, now: () => number): Finding | undefined {
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
  const told = [
    peekInteger(response, 'status'),
    peekInteger(response, 'statusCode'),
    peekInteger(thrown, 'status'),
    peekInteger(thrown, 'statusCode'),
    peekInteger(peek(thrown, '$metadata'), 'httpStatusCode'),
  ];
  return told.find((status) => status !== undefined && status >= 400 && status <= 599);
}

function retryAfter(thrown: unknown, now: () => number): { retry_after?: number } {
  const headers = peek(peek(thrown, 'response'), 'headers') ?? peek(thrown, 'headers');
  const value = header(headers, 'retry-after', 'Retry-After');
  if (value === undefined) return {};
  if (/^\d{1,9}$/.test(value)) return { retry_after: Number(value) };
  const until = parseHttpDate(value);
  if (until === undefined) return {};
  // The clock that wrote the date is the one to measure it with; ours only stands in for it.
  const from = parseHttpDate(header(headers, 'date', 'Date') ?? '') ?? now();
  return { retry_after: Math.max(0, Math.ceil((until - from) / 1000)) };
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

/** RFC 9110 §5.6.7: the fixed form, and the two obsolete ones that a recipient has to accept. */
function parseHttpDate(text: string): number | undefined {
  if (text.length > 40 || !DAY_NAME.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`); // asctime has no zone, and means GMT
  return Number.isNaN(time) ? undefined : time;
}
