import { PROBLEMS, type Met } from '@errata/core/internal';

/** What is wrong with a request as HTTP, or as a message of its revision: the status, and one sentence of fixed words. */
export const HTTP_PROBLEMS = {
  'host-refused': [403, 'The Host header names a host that is not served here'],
  'origin-refused': [403, 'Pages of this origin may not call this server'],
  'http-method': [405, 'This HTTP method is not served here'],
  'content-type': [415, 'The body has to be application/json'],
  accept: [406, 'The client accepts neither application/json nor text/event-stream'],
  'accept-events': [406, 'The client does not accept text/event-stream'],
  'too-large': [413, PROBLEMS['too-large'][1]],
  'too-slow': [408, 'The body did not arrive in time'],
  'batch-refused': [400, PROBLEMS['batch-refused'][1]],
  'batch-modern': [400, 'A request of MCP 2026-07-28 cannot be part of a batch'],
  'response-refused': [400, 'In this protocol revision clients have nothing to respond to'],
  'session-missing': [400, 'The Mcp-Session-Id header is missing: send initialize first'],
  'session-unknown': [404, 'There is no such session, or it has ended: send initialize again'],
  'session-initialized': [400, 'This session is initialized already'],
  'stream-open': [409, 'This session has an event stream already'],
} as const satisfies Record<string, readonly [number, string]>;

/** The name of a reason why the edge itself refuses a request. */
export type HttpProblem = keyof typeof HTTP_PROBLEMS;

export function metOf(problem: HttpProblem): Met {
  const details = HTTP_PROBLEMS[problem][1];
  return { condition: 'invalid-request', context: { problem }, given: { details } };
}

/** Why a request cannot be served now, though nothing is wrong with it. */
export function busyMet(details: string, retryAfter: number): Met {
  return {
    condition: 'internal',
    given: { details, retryAfter, effect: 'none', strategy: 'retry_with_backoff' },
  };
}
