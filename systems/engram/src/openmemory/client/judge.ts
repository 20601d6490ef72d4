import { engram } from '@errata/catalogs/engram';
import type { Fault, FaultOptions } from '@errata/core';
import { errorTypeOf, isClosing, type LeftAlone, type Outcome, type Trial } from '@errata/upstream';
import { z } from 'zod';
import { memory, MEMORY_ID } from '../memory.js';

/** What a call does where it succeeds, which decides what a failed one may have done. */
export type CallKind = 'read' | 'write';

/** Something that is asked of OpenMemory, and what its answer must look like. */
export interface Call<T> {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly schema: z.ZodType<T>;
}

/**
 * What an outcome means to the caller and to the breaker; undefined where there is no such memory, a fault where there is
 * no answer. Only a failure of the service itself counts as one.
 */
export function judge<T>(call: Call<T>, outcome: Outcome, trial: Trial | undefined): T | undefined {
  if (outcome.kind === 'broken' && isClosing(outcome.error)) throw outcome.error;
  const came = outcome.kind === 'answer' ? outcome.answer : undefined;
  if (came !== undefined && came.status >= 300 && came.status < 500) {
    if (came.status === 404 && readAnswer(REFUSED, came.body) === undefined) {
      // Not OpenMemory says so, but whatever stands where it should be.
      const fault = senseless(call.kind, '404 with a body that is not its own');
      trial?.failed(fault.reason);
      throw fault;
    }
    trial?.answered();
    if (came.status === 404) return undefined;
    throw apiError(call.kind, came.status);
  }
  const isSuccess = came !== undefined && came.status < 300;
  const answer = isSuccess ? readAnswer(call.schema, came.body) : undefined;
  if (answer === undefined) {
    const fault = faultOf(call.kind, outcome);
    trial?.failed(fault.reason);
    throw fault;
  }
  trial?.answered();
  return answer;
}

function faultOf(kind: CallKind, outcome: Outcome): Fault {
  switch (outcome.kind) {
    case 'broken':
      return noAnswer(kind, outcome.sent, outcome.error);
    case 'stopped':
      return noAnswer(kind, outcome.sent, 'time');
    case 'oversize':
      return senseless(kind, `${outcome.status} with a body that is too large`);
    case 'answer': {
      const { status } = outcome.answer;
      return status >= 500
        ? apiError(kind, status)
        : senseless(kind, `${status} with a body that does not say what became of it`);
    }
  }
}

const success = z.literal(true);

/** What OpenMemory answers where it did what was asked. */
export const ADDED = z
  .object({ success, id: z.string().regex(MEMORY_ID), deduplicated: z.literal(true).optional() })
  .transform(({ id, deduplicated }) => ({ id, ...(deduplicated && { deduplicated }) }));

export const FOUND = z
  .object({ success, results: z.array(memory.extend({ score: z.number() })) })
  .transform(({ results }) => results);

export const GOT = z.object({ success, memory }).transform((answer) => answer.memory);

export const REMOVED = z.object({ success }).transform(() => true);

export const HEALTHY = z.object({ status: z.string(), memories: z.number().int().min(0) });

/** OpenMemory's own way to say no. */
const REFUSED = z.object({ error: z.string() });

/** What an answer holds; undefined where it is no such answer. */
function readAnswer<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
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

/** It answered with an error. What its body says is its own; the status is told. */
export function apiError(kind: CallKind, status: number): Fault {
  const given: FaultOptions = kind === 'read' ? { effect: 'none' } : {};
  return engram.OPENMEMORY_API_ERROR({ ...SERVICE, status }, given);
}

/** It answered with something that is no answer. */
function senseless(kind: CallKind, problem: string): Fault {
  return engram.OPENMEMORY_UNAVAILABLE(SERVICE, {
    effect: kind === 'write' ? 'unknown' : 'none',
    cause: new Error(`OpenMemory answered ${problem}`),
  });
}

class NotTried extends Error {}

/** It failed too often to be tried now. */
export function leftAlone({ failures, last, wait }: LeftAlone): Fault {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return engram.OPENMEMORY_UNAVAILABLE(SERVICE, {
    effect: 'none',
    retryAfter: seconds,
    cause: new NotTried(
      `OpenMemory failed ${failures} times in a row (last: ${last}) and is left alone for ${seconds} more seconds`,
    ),
  });
}

/** Whether a call failed without having been tried, because OpenMemory had failed too often. */
export function isLeftAlone(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof NotTried;
}
