import type { Era } from '@errata/core';
import { CODE_RULES, type McpCode, type McpReason } from './code-rules.js';
import { byRevision, isRevision, type McpRevision } from './revisions.js';

/** Every code that a revision defines, shows or retires. */
export const MCP_CODES_BY_REVISION: Readonly<Record<McpRevision, readonly McpCode[]>> =
  byRevision(CODE_RULES);

/** The number that a revision gives to a reason; undefined where it has none. */
export function mcpNumber(reason: string, era: Era): number | undefined {
  if (!isRevision(era)) return undefined;
  return MCP_CODES_BY_REVISION[era].find(
    (entry) => entry.reason === reason && entry.status !== 'retired',
  )?.code;
}

/** Numbers of drafts that were renumbered before the release and are still met. */
export const MCP_DRAFT_CODES: readonly { readonly code: number; readonly reason: McpReason }[] = [
  { code: -32001, reason: 'HEADER_MISMATCH' },
  { code: -32003, reason: 'MISSING_REQUIRED_CLIENT_CAPABILITY' },
  { code: -32004, reason: 'UNSUPPORTED_PROTOCOL_VERSION' },
];
