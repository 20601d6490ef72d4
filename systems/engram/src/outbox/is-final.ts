import { McpErrorReason } from '@errata/catalogs/engram';
import { isFault } from '@errata/core/fault';

/** A refused key, a slow request and too many of them are 4xx as well, but the memory itself is not refused. */
const PASSING = new Set([401, 403, 408, 429]);

/** Whether sending the same memory again can only fail again. What nobody declared may pass. */
export function isFinal(error: unknown): boolean {
  if (!isFault(error)) return false;
  if (error.reason !== McpErrorReason.OPENMEMORY_API_ERROR) return !error.retryable;
  const { status } = error.context as { readonly status: number };
  return status >= 400 && status < 500 && !PASSING.has(status);
}
