import { type Condition, type Era, ERA_RULES } from '../era/index.js';
import { type Fault, redactFault } from '../fault/index.js';
import { cleanData, viewOfOwn } from './clean.js';
import type { Contract } from './define-contract.js';
import { factsOf } from './shape.js';
import type { View } from './view.js';

/** Whether a failure was found before a handler ran, or came from one. */
export type FailureOrigin = 'edge' | 'handler';

export interface HttpOptions {
  readonly origin: FailureOrigin;
  /** The challenge of a 401 or 403, in full; default: `Bearer`. */
  readonly challenge?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The status and headers that go with a JSON-RPC error in the body. */
export function toHttpAnswer(fault: Fault, era: Era, options: HttpOptions): HttpAnswer {
  const status = statusOf(fault.condition, era, options.origin);
  return { status, headers: headersOf(fault, status, options) };
}

function statusOf(condition: Condition | undefined, era: Era, origin: FailureOrigin): number {
  const stateless = ERA_RULES[era].offset !== 0;
  // Authentication is the transport's business in every era: a client must see it to ask for a token.
  if (condition === 'unauthorized') return 401;
  if (condition === 'missing-client-capability' && stateless) return 400;
  if (origin === 'handler') return 200;
  switch (condition) {
    case 'forbidden':
      return 403;
    case 'rate-limited':
      return 429;
    case 'method-not-found':
    case 'capability-not-supported':
      return stateless ? 404 : 200;
    case 'invalid-params':
      return stateless ? 400 : 200;
    case 'internal':
    case 'unexpected':
      return 500;
    default:
      return 400;
  }
}

function headersOf(fault: Fault, status: number, options: HttpOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 401 || (status === 403 && options.challenge !== undefined)) {
    headers['WWW-Authenticate'] = options.challenge ?? 'Bearer';
  }
  if (fault.retryAfter !== undefined && status === 429) {
    headers['Retry-After'] = String(Math.ceil(fault.retryAfter));
  }
  return headers;
}

/** The natural status of a failure for a plain HTTP client, without JSON-RPC around it. */
export function naturalStatus(fault: Fault): number {
  const { condition } = fault;
  return (
    fault.definition.http ?? (condition === undefined ? 500 : (NATURAL_STATUS[condition] ?? 500))
  );
}

const NATURAL_STATUS: Readonly<Partial<Record<Condition, number>>> = {
  'parse-error': 400,
  'invalid-request': 400,
  'invalid-params': 400,
  'header-mismatch': 400,
  'unsupported-version': 400,
  'missing-client-capability': 400,
  validation: 400,
  unauthorized: 401,
  forbidden: 403,
  unsafe: 403,
  'not-approved': 403,
  'method-not-found': 404,
  'unknown-tool': 404,
  'resource-not-found': 404,
  'prompt-not-found': 404,
  'not-found': 404,
  conflict: 409,
  'invalid-state': 409,
  expired: 410,
  'rate-limited': 429,
  cancelled: 499,
  unsupported: 501,
  'capability-not-supported': 501,
  'upstream-error': 502,
  'upstream-auth': 502,
  unreachable: 502,
  transport: 502,
  'storage-unavailable': 503,
  'not-initialized': 503,
  timeout: 504,
  exhausted: 507,
};

/** A problem document of RFC 9457, with the facts as its extension members. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly [extension: string]: unknown;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** A fault as a problem document (RFC 9457), for HTTP APIs that are not MCP. */
export function toProblemDocument(given: Fault, contract: Contract, view: View): ProblemDocument {
  const fault = redactFault(given, view.redactor);
  const { data, ...facts } = factsOf(
    fault,
    contract.number(fault, view.era),
    contract.payload(fault, view),
  );
  return cleanData(
    {
      type: `urn:errata:${fault.domain}:${fault.reason}`,
      title: fault.title,
      status: naturalStatus(fault),
      detail: fault.details,
      instance: `urn:errata:ref:${fault.ref}`,
      ...facts,
      ...(data !== undefined && { data }),
    },
    view.budget.dataBytes,
    viewOfOwn(fault, [], view),
  ) as ProblemDocument;
}
