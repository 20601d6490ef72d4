import { erlmcp } from '@errata/catalogs/erlmcp';
import { parseRetryAfter, type Fault, type FaultOptions } from '@errata/core/fault';
import type { Got } from './get.js';

/** The fault of a connection that failed; the code says how, and the URL stays here. */
export function lostFault(cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return fault(`The connection to the upstream failed${code}`, { cause });
}

/** The fault of an answer that took too long. */
export function lateFault(timeout: number, cause: unknown): Fault {
  return fault(`The upstream did not answer within ${timeout / 1000} s`, { cause });
}

/** The fault of an answer that is no success. */
export function statusFault(uri: string, { status, headers }: Got): Fault {
  if (status === 404) return erlmcp.RESOURCE_NOT_FOUND({ uri });
  const retryAfter = parseRetryAfter(headers['retry-after'], Date.now);
  const passing = status >= 500 || status === 408 || status === 429;
  return fault(`The upstream answered with status ${status}`, {
    ...(!passing && { strategy: 'report_and_abort' }),
    ...(passing && retryAfter !== undefined && { retryAfter }),
  });
}

/** The fault of an answer that there is no use for; the next one would be the same. */
export function uselessFault(why: string): Fault {
  return fault(why, { strategy: 'report_and_abort' });
}

// Reading changes nothing, however it ends.
function fault(details: string, options: FaultOptions): Fault {
  return erlmcp.TRANSPORT_ERROR({ details }, { effect: 'none', ...options });
}
