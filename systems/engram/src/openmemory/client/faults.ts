import { engram } from '@errata/catalogs/engram';
import type { Fault, FaultOptions } from '@errata/core/fault';
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

/** It failed too often to be tried now. */
export function leftAlone(wait: number): Fault {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return engram.OPENMEMORY_UNAVAILABLE(SERVICE, {
    effect: 'none',
    retryAfter: seconds,
    cause: new Error(`OpenMemory failed too often and is left alone for ${seconds} more seconds`),
  });
}

/** Whether we ended it ourselves by closing the client. */
export function isClosing(error: Error): boolean {
  return ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(codeOf(error));
}

/** The code of the system; those of the HTTP client mean nothing to whoever reads it. */
function errorTypeOf(error: Error): string {
  const code = codeOf(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'ETIMEDOUT';
  return code === '' || code.startsWith('UND_ERR_') ? 'ECONNRESET' : code;
}

function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : '';
}
