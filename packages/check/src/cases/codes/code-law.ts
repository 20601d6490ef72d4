import type { Era } from '@errata/core/era';

/**
 * What a revision says of a number: `standard` and `defined` have a meaning, `free` has none; `unassigned` is kept by JSON-RPC,
 * `reserved` by MCP; `retired` had a meaning once, and `legacy` is a band where nothing new may be.
 */
export type Law =
  'standard' | 'defined' | 'free' | 'unassigned' | 'reserved' | 'retired' | 'legacy';

const STANDARD: readonly number[] = [-32700, -32600, -32601, -32602, -32603];

/** What each revision defines beside the standard. */
const DEFINED: Readonly<Record<Era, readonly number[]>> = {
  jsonrpc: [],
  '2024-11-05': [-32002],
  '2025-03-26': [-32002],
  '2025-06-18': [-32002],
  '2025-11-25': [-32002, -32042],
  '2026-07-28': [-32020, -32021, -32022],
};

const RETIRED: Partial<Readonly<Record<Era, readonly number[]>>> = {
  '2026-07-28': [-32002, -32042],
};

/** Whether and how a number may be the code of an error. */
export function lawOf(code: number, era: Era): Law {
  if (STANDARD.includes(code)) return 'standard';
  if (DEFINED[era].includes(code)) return 'defined';
  if (RETIRED[era]?.includes(code) === true) return 'retired';
  if (code >= -32768 && code <= -32100) return 'unassigned';
  if (era !== '2026-07-28' || code < -32099 || code > -32000) return 'free';
  return code <= -32020 ? 'reserved' : 'legacy';
}
