import type { RequirementLevel } from './code-rules.js';
import { byRevision, type McpRevision, type RevisionSpan } from './revisions.js';

/** An HTTP status that a revision asks for in a situation. */
export interface McpHttpStatus {
  readonly situation: string;
  readonly status: number;
  readonly level: RequirementLevel;
  /** The JSON-RPC code that has to be in the body. */
  readonly code?: number;
  readonly note?: string;
}

const RULES: readonly (McpHttpStatus & RevisionSpan)[] = [
  {
    situation: 'the Origin header is not allowed',
    status: 403,
    level: 'MUST',
    note: 'the body may be a JSON-RPC error without an id',
    from: '2025-11-25',
  },
  {
    situation: 'a notification was accepted',
    status: 202,
    level: 'MUST',
    note: 'without a body; up to 2025-11-25 also for a response',
    from: '2025-03-26',
  },
  {
    situation: 'the protocol version header names a version that is not supported',
    status: 400,
    level: 'MUST',
    from: '2025-06-18',
    to: '2025-11-25',
  },
  {
    situation: 'the protocol version is not supported',
    status: 400,
    level: 'MUST',
    code: -32022,
    from: '2026-07-28',
  },
  {
    situation: 'the protocol version header is missing and older clients are not served',
    status: 400,
    level: 'MUST',
    code: -32020,
    from: '2026-07-28',
  },
  {
    situation: 'the protocol version header differs from _meta in the body',
    status: 400,
    level: 'MUST',
    code: -32020,
    from: '2026-07-28',
  },
  {
    situation: 'Mcp-Method, Mcp-Name or Mcp-Param-* is missing or invalid',
    status: 400,
    level: 'MUST',
    code: -32020,
    from: '2026-07-28',
  },
  {
    situation: 'a required member of _meta is missing',
    status: 400,
    level: 'MUST',
    code: -32602,
    from: '2026-07-28',
  },
  {
    situation: 'a client capability is missing',
    status: 400,
    level: 'MUST',
    code: -32021,
    from: '2026-07-28',
  },
  {
    situation: 'the method is unknown or was not advertised',
    status: 404,
    level: 'MUST',
    code: -32601,
    note: 'the body tells it from the 404 of an older server',
    from: '2026-07-28',
  },
  {
    situation: 'GET where no event stream is offered',
    status: 405,
    level: 'MUST',
    from: '2025-03-26',
    to: '2025-11-25',
  },
  { situation: 'GET or DELETE', status: 405, level: 'SHOULD', from: '2026-07-28' },
  {
    situation: 'DELETE where sessions cannot be ended by the client',
    status: 405,
    level: 'MAY',
    from: '2025-03-26',
    to: '2025-11-25',
  },
  {
    situation: 'the session id is missing',
    status: 400,
    level: 'SHOULD',
    from: '2025-03-26',
    to: '2025-11-25',
  },
  {
    situation: 'the session was ended or is unknown',
    status: 404,
    level: 'MUST',
    note: 'the client must initialize again',
    from: '2025-03-26',
    to: '2025-11-25',
  },
  {
    situation: 'the token is missing, wrong or expired',
    status: 401,
    level: 'MUST',
    note: 'with WWW-Authenticate on 2025-06-18; later that or the well-known URI',
    from: '2025-03-26',
  },
  {
    situation: 'the scope of the token is not enough',
    status: 403,
    level: 'MUST',
    from: '2025-03-26',
    to: '2025-06-18',
  },
  {
    situation: 'the scope of the token is not enough',
    status: 403,
    level: 'SHOULD',
    note: 'with a Bearer challenge: error="insufficient_scope", scope, resource_metadata',
    from: '2025-11-25',
  },
  {
    situation: 'the authorization request is malformed',
    status: 400,
    level: 'MUST',
    from: '2025-03-26',
  },
];

/** The HTTP statuses of each revision. 2024-11-05 has its own transport and names none. */
export const MCP_HTTP_STATUSES: Readonly<Record<McpRevision, readonly McpHttpStatus[]>> =
  byRevision(RULES);
