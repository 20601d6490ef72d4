import { McpErrorReason } from '@errata/catalogs/engram';
import { isFault } from '@errata/core/fault';
import { isRefusedForContent } from '../openmemory/index.js';

/** Whether sending the same memory again can only fail again. What nobody declared may pass. */
export function isFinal(error: unknown): boolean {
  if (!isFault(error)) return false;
  if (error.reason !== McpErrorReason.OPENMEMORY_API_ERROR) return !error.retryable;
  const { status } = error.context as { readonly status: number };
  return isRefusedForContent(status);
}
