import { engram } from '@errata/catalogs/engram';
import type { Fault, FaultOptions } from '@errata/core/fault';
import { errorTypeOf, type LeftAlone } from '@errata/system/upstream';
import type { CallKind } from './call.js';

const SERVICE = { service: 'openmemory' } as const;

/** No answer came. A write that may have been on its way may have been done. */
export function noAnswer(kind: CallKind, sent: boolean, cause: Error | 'time'): Fault {
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
export function senseless(kind: CallKind, problem: string): Fault {
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
