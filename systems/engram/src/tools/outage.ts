import {
  engram,
  ENGRAM_MESSAGES,
  McpErrorReason,
  type EngramContext,
  type EngramLang,
  type ReasonName,
} from '@errata/catalogs/engram';
import { isFault } from '@errata/core';
import { isRefusedForContent } from '../openmemory/index.js';

const OUTAGES: ReadonlySet<string> = new Set([
  McpErrorReason.OPENMEMORY_UNAVAILABLE,
  McpErrorReason.OPENMEMORY_CONNECTION_FAILED,
  McpErrorReason.OPENMEMORY_API_ERROR,
]);

/** Whether OpenMemory cannot be had, so that the second-best way is to be taken. */
export function isOutage(thrown: unknown): boolean {
  if (!isFault(thrown) || !OUTAGES.has(thrown.reason)) return false;
  const { status } = thrown.context as { readonly status?: number };
  return status === undefined || !isRefusedForContent(status);
}

/** What happened to OpenMemory, in a few words. */
export function messageOf(thrown: unknown, lang: EngramLang): string {
  const { reason, context } = isFault(thrown) ? thrown : engram.OPENMEMORY_UNAVAILABLE({});
  return ENGRAM_MESSAGES[lang][reason as ReasonName](context as EngramContext);
}

/** The same for the audit. */
export function reasonOf(thrown: unknown): { readonly reason?: string } {
  return isFault(thrown) ? { reason: thrown.reason } : {};
}
