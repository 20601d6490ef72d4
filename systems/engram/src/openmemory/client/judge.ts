import { engram } from '@errata/catalogs/engram';
import { isFault, type Fault, type FaultOptions } from '@errata/core';
import {
  errorTypeOf,
  isClosing,
  type UpstreamAnswer,
  type OpenBreaker,
  type ExchangeOutcome,
  type Trial,
} from '@errata/upstream';
import { z } from 'zod';
import { needsOperator } from '../memory.js';
import type { OpenMemoryCall, CallKind, Dialect } from './dialects.js';

/**
 * What an outcome means to the caller and to the breaker; undefined if the memory does not exist, a fault where there is
 * no answer. Only a failure of the service itself counts as one.
 */
export function judge<T>(
  call: OpenMemoryCall<T>,
  outcome: ExchangeOutcome,
  missing: Dialect['missing'],
  trial: Trial | undefined,
): T | undefined {
  if (outcome.kind === 'broken' && isClosing(outcome.error)) throw outcome.error;
  const came = outcome.kind === 'answer' ? outcome.answer : undefined;
  if (came !== undefined && came.status >= 300 && came.status < 500) {
    const says = missing[came.status];
    const isMissing = says !== undefined && readAnswer(says, came.body) !== undefined;
    trial?.answered();
    if (isMissing) return undefined;
    throw came.status === 429 ? rateLimited(call.kind, came) : apiError(call.kind, came.status);
  }
  const isSuccess = came !== undefined && came.status < 300;
  const answer = isSuccess ? readAnswer(call.schema, came.body) : undefined;
  if (answer === undefined) {
    const fault = faultOf(call.kind, outcome);
    trial?.failed(fault.reason);
    throw fault;
  }
  trial?.answered();
  return answer.value;
}

function faultOf(kind: CallKind, outcome: ExchangeOutcome): Fault {
  switch (outcome.kind) {
    case 'broken':
      return noAnswer(kind, outcome.sent, outcome.error);
    case 'stopped':
      return noAnswer(kind, outcome.sent, 'time');
    case 'oversize':
      return senseless(kind, `${outcome.status} with a body that is too large`);
    case 'answer': {
      const { status, body } = outcome.answer;
      if (status < 500) {
        return senseless(kind, `${status} with a body that does not say what became of it`);
      }
      return readAnswer(NOT_CONFIGURED, body) === undefined
        ? apiError(kind, status)
        : apiError(kind, status, { effect: 'none', cause: new NotConfigured() });
    }
  }
}

/** The JavaScript server without a key of its own refuses everything. */
const NOT_CONFIGURED = z.object({ error: z.literal('auth_not_configured') });

class NotConfigured extends Error {
  override readonly message = 'OpenMemory has no key configured (OM_API_KEY) and refuses all calls';
}

/** Whether the same call succeeds only after an operator has acted. */
export function isHeld(error: unknown): boolean {
  if (!isFault(error)) return false;
  const { status } = error.context as { readonly status?: number };
  return (status !== undefined && needsOperator(status)) || error.cause instanceof NotConfigured;
}

/** What an answer holds; undefined if it is no such answer. */
function readAnswer<T>(schema: z.ZodType<T>, body: string): { readonly value: T } | undefined {
  try {
    const read = schema.safeParse(JSON.parse(body));
    return read.success ? { value: read.data } : undefined;
  } catch {
    return undefined; // the exception quotes the body, so it is not passed on
  }
}

const SERVICE = { service: 'openmemory' } as const;

/** No answer came. A write that may have been on its way may have been done. */
function noAnswer(kind: CallKind, sent: boolean, cause: Error | 'time'): Fault {
  return engram.OPENMEMORY_CONNECTION_FAILED(
    { ...SERVICE, error_type: cause === 'time' ? 'ETIMEDOUT' : errorTypeOf(cause) },
    { effect: kind === 'write' && sent ? 'unknown' : 'none', ...(cause !== 'time' && { cause }) },
  );
}

/** It answered with an error. Its body is not passed on; the status is. */
export function apiError(kind: CallKind, status: number, more: FaultOptions = {}): Fault {
  const given: FaultOptions = kind === 'read' ? { effect: 'none' } : {};
  return engram.OPENMEMORY_API_ERROR({ ...SERVICE, status }, { ...given, ...more });
}

const LIMITED = z.object({ retry_after: z.number().min(0) });

/** Seconds; a window is a minute where the server does not say. */
const WINDOW = 60;
const LONGEST_WINDOW = 3_600;
const IMPLAUSIBLE = 10 * 365 * 86_400;

/** Too many calls. Nothing was done, and the server says when the next one may come. */
function rateLimited(kind: CallKind, { body, headers = {} }: UpstreamAnswer): Fault {
  const now = Date.now() / 1_000;
  const { 'retry-after': after = '', 'x-ratelimit-reset': reset } = headers;
  const wait = [
    readAnswer(LIMITED, body)?.value.retry_after,
    after === '' ? undefined : Number(after),
    Date.parse(`${after}`) / 1_000 - now,
    Number(reset) - now,
    Number(reset) / 1_000 - now,
  ].find((seconds) => seconds !== undefined && seconds >= 0 && seconds < IMPLAUSIBLE);
  const retryAfter = Math.min(LONGEST_WINDOW, Math.max(1, Math.ceil(wait ?? WINDOW)));
  const cause = new RateLimited(`OpenMemory takes the next call in ${retryAfter} s`);
  return apiError(kind, 429, { effect: 'none', retryAfter, cause });
}

class RateLimited extends Error {}

/** It answered with something that is no answer. */
function senseless(kind: CallKind, problem: string): Fault {
  return engram.OPENMEMORY_UNAVAILABLE(SERVICE, {
    effect: kind === 'write' ? 'unknown' : 'none',
    cause: new Error(`OpenMemory answered ${problem}`),
  });
}

class NotTried extends Error {}

/** It failed too often to be tried now. */
export function breakerOpen({ failures, last, wait }: OpenBreaker): Fault {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return engram.OPENMEMORY_UNAVAILABLE(SERVICE, {
    effect: 'none',
    retryAfter: seconds,
    cause: new NotTried(
      `OpenMemory failed ${failures} times in a row (last: ${last}) and is not called for ${seconds} more seconds`,
    ),
  });
}

/** Whether a call failed for a time that is known: the breaker is open, or OpenMemory takes no more calls now. */
export function isPaused(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.cause instanceof NotTried || error.cause instanceof RateLimited)
  );
}
