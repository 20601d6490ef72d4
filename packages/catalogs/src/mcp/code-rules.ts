import type { Era } from '@errata/core';
import type { mcp } from './catalog.js';
import { byRevision, isRevision, type McpRevision, type RevisionSpan } from './revisions.js';

/** A reason of the specification's own catalog. */
export type McpReason = {
  [K in keyof typeof mcp]: K extends Uppercase<K> ? K : never;
}[keyof typeof mcp];

/** The keyword of the specification. */
export type RequirementLevel = 'MUST' | 'SHOULD' | 'MAY';

/** What one revision says about one code. */
export interface McpCode {
  readonly code: number;
  readonly reason: McpReason;
  readonly meaning: string;
  /** `example`: only shown, never required; `retired`: defined by an earlier revision, must not be emitted any more. */
  readonly status: 'defined' | 'example' | 'retired';
  /** How strongly the revision asks for the code, if it says so. */
  readonly level?: RequirementLevel;
  /** The members of `error.data`, where the revision names any. */
  readonly data?: string;
  /** The HTTP status that the revision says must go with it. */
  readonly http?: number;
}

type CodeRule = McpCode & RevisionSpan;

/** The main row of a reason comes first, because it gives the number. */
const CODE_RULES: readonly CodeRule[] = [
  { code: -32700, reason: 'PARSE_ERROR', status: 'defined', meaning: 'The text is not valid JSON' },
  {
    code: -32600,
    reason: 'INVALID_REQUEST',
    status: 'defined',
    meaning: 'The JSON is not a valid request object',
  },
  {
    code: -32600,
    reason: 'INVALID_REQUEST',
    status: 'defined',
    level: 'MAY',
    meaning: 'A request without a task where the receiver requires one',
    from: '2025-11-25',
    to: '2025-11-25',
  },
  {
    code: -32601,
    reason: 'METHOD_NOT_FOUND',
    status: 'defined',
    meaning: 'The method does not exist',
    to: '2025-11-25',
  },
  {
    code: -32601,
    reason: 'METHOD_NOT_FOUND',
    status: 'defined',
    level: 'MUST',
    meaning: 'The method does not exist',
    http: 404,
    from: '2026-07-28',
  },
  {
    code: -32601,
    reason: 'METHOD_NOT_FOUND',
    status: 'defined',
    level: 'MUST',
    meaning: 'A tool that requires a task was called without one, or the other way round (SHOULD)',
    from: '2025-11-25',
    to: '2025-11-25',
  },
  {
    code: -32601,
    reason: 'CAPABILITY_NOT_SUPPORTED',
    status: 'defined',
    level: 'SHOULD',
    meaning:
      'The client does not support roots; since 2025-03-26 also: the server does not support completion',
    data: 'reason',
    to: '2025-11-25',
  },
  {
    code: -32601,
    reason: 'CAPABILITY_NOT_SUPPORTED',
    status: 'defined',
    level: 'MUST',
    meaning: 'The method is behind a server capability that was not advertised',
    data: 'reason',
    http: 404,
    from: '2026-07-28',
  },
  {
    code: -32602,
    reason: 'INVALID_PARAMS',
    status: 'defined',
    level: 'SHOULD',
    meaning:
      'Missing prompt arguments, an invalid cursor, an invalid log level, a malformed tools/call',
  },
  {
    code: -32602,
    reason: 'INVALID_PARAMS',
    status: 'defined',
    level: 'MUST',
    meaning:
      'An elicitation mode that the client did not declare; a bad taskId, or a finished task to cancel',
    from: '2025-11-25',
    to: '2025-11-25',
  },
  {
    code: -32602,
    reason: 'INVALID_PARAMS',
    status: 'defined',
    level: 'MUST',
    meaning: 'A required member of _meta is missing',
    http: 400,
    from: '2026-07-28',
  },
  { code: -32602, reason: 'UNKNOWN_TOOL', status: 'defined', meaning: 'No tool has this name' },
  {
    code: -32602,
    reason: 'PROMPT_NOT_FOUND',
    status: 'defined',
    level: 'SHOULD',
    meaning: 'No prompt has this name',
  },
  {
    code: -32602,
    reason: 'UNSUPPORTED_PROTOCOL_VERSION',
    status: 'example',
    meaning: 'initialize asked for a version that the server does not speak',
    data: 'supported, requested',
    to: '2025-11-25',
  },
  {
    code: -32002,
    reason: 'RESOURCE_NOT_FOUND',
    status: 'defined',
    level: 'SHOULD',
    meaning: 'No resource has this URI',
    data: 'uri',
    to: '2025-11-25',
  },
  {
    code: -32602,
    reason: 'RESOURCE_NOT_FOUND',
    status: 'defined',
    level: 'MUST',
    meaning: 'No resource has this URI',
    data: 'uri',
    from: '2026-07-28',
  },
  {
    code: -32002,
    reason: 'RESOURCE_NOT_FOUND',
    status: 'retired',
    meaning: 'No resource has this URI; still to be accepted from older servers',
    data: 'uri',
    from: '2026-07-28',
  },
  {
    code: -32603,
    reason: 'INTERNAL_ERROR',
    status: 'defined',
    meaning: 'The receiver failed',
  },
  {
    code: -32042,
    reason: 'URL_ELICITATION_REQUIRED',
    status: 'defined',
    level: 'MAY',
    meaning: 'The user has to visit a URL before the request can go on',
    data: 'elicitations[] of mode, elicitationId, url, message',
    from: '2025-11-25',
    to: '2025-11-25',
  },
  {
    code: -32042,
    reason: 'URL_ELICITATION_REQUIRED',
    status: 'retired',
    meaning: 'The user has to visit a URL; a result that asks for input says it now',
    from: '2026-07-28',
  },
  {
    code: -32020,
    reason: 'HEADER_MISMATCH',
    status: 'defined',
    level: 'MUST',
    meaning: 'An HTTP header is missing or does not say what the body says',
    http: 400,
    from: '2026-07-28',
  },
  {
    code: -32021,
    reason: 'MISSING_REQUIRED_CLIENT_CAPABILITY',
    status: 'defined',
    level: 'MUST',
    meaning: 'The request needs a capability that the client did not declare',
    data: 'requiredCapabilities',
    http: 400,
    from: '2026-07-28',
  },
  {
    code: -32022,
    reason: 'UNSUPPORTED_PROTOCOL_VERSION',
    status: 'defined',
    level: 'MUST',
    meaning: 'The request is in a protocol version that the server does not speak',
    data: 'supported, requested',
    http: 400,
    from: '2026-07-28',
  },
  {
    code: -1,
    reason: 'USER_REJECTED',
    status: 'example',
    meaning: 'The user rejected the sampling request',
    to: '2025-06-18',
  },
  {
    code: -1,
    reason: 'USER_REJECTED',
    status: 'defined',
    level: 'SHOULD',
    meaning: 'The user rejected the sampling request',
    from: '2025-11-25',
    to: '2025-11-25',
  },
];

/** Every code that a revision defines, shows or retires. */
export const MCP_CODES_BY_REVISION: Readonly<Record<McpRevision, readonly McpCode[]>> =
  byRevision(CODE_RULES);

/** The number that a revision gives to a reason; undefined if it has none. */
export function mcpNumber(reason: string, era: Era): number | undefined {
  if (!isRevision(era)) return undefined;
  return MCP_CODES_BY_REVISION[era].find(
    (entry) => entry.reason === reason && entry.status !== 'retired',
  )?.code;
}

/** Numbers of drafts that changed before the release and still occur. */
export const MCP_DRAFT_CODES: readonly { readonly code: number; readonly reason: McpReason }[] = [
  { code: -32001, reason: 'HEADER_MISMATCH' },
  { code: -32003, reason: 'MISSING_REQUIRED_CLIENT_CAPABILITY' },
  { code: -32004, reason: 'UNSUPPORTED_PROTOCOL_VERSION' },
];
