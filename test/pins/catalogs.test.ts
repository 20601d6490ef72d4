import { engram, erlmcp, jsonrpc, mcp, routeros, sqlFun } from '@errata/catalogs';
import type { CatalogInfo } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { PIN } from './pin.js';

const STANDARD = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
};

/** Reasons and codes as the documents have them: JSON-RPC 2.0 §5.1, the MCP schemas, and the seeds. */
const PINNED: readonly (readonly [CatalogInfo, string, Readonly<Record<string, number>>])[] = [
  [jsonrpc, 'jsonrpc', STANDARD],
  [
    mcp,
    'mcp',
    {
      ...STANDARD,
      CAPABILITY_NOT_SUPPORTED: -32601,
      UNKNOWN_TOOL: -32602,
      PROMPT_NOT_FOUND: -32602,
      RESOURCE_NOT_FOUND: -32002,
      URL_ELICITATION_REQUIRED: -32042,
      USER_REJECTED: -1,
      HEADER_MISMATCH: -32020,
      MISSING_REQUIRED_CLIENT_CAPABILITY: -32021,
      UNSUPPORTED_PROTOCOL_VERSION: -32022,
    },
  ],
  [
    routeros, // seeds 000 and 001, “Error Code Taxonomy”
    'routeros',
    {
      PARSE_ERROR: -32700,
      INVALID_REQUEST: -32600,
      METHOD_NOT_FOUND: -32601,
      INVALID_PARAMS: -32602,
      INTERNAL_JSONRPC_ERROR: -32603,
      INTERNAL_ERROR: -32000,
      UNAUTHORIZED: -32001,
      FORBIDDEN: -32002,
      NOT_FOUND: -32003,
      CONFLICT: -32004,
      VALIDATION_ERROR: -32005,
      RATE_LIMITED: -32006,
      TIMEOUT: -32007,
      DEVICE_UNREACHABLE: -32010,
      DEVICE_AUTH_FAILED: -32011,
      DEVICE_ERROR: -32012,
      DEVICE_UNSUPPORTED: -32013,
      INVALID_CONFIGURATION: -32020,
      UNSAFE_OPERATION: -32021,
      PLAN_NOT_APPROVED: -32030,
      PLAN_EXPIRED: -32031,
    },
  ],
  [
    engram, // seed 002 §1.1 and §3.1 to §3.5
    'engram',
    {
      PARSE_ERROR: -32700,
      INVALID_REQUEST: -32600,
      METHOD_NOT_FOUND: -32601,
      MISSING_REQUIRED_PARAM: -32602,
      INVALID_PARAM_TYPE: -32602,
      INVALID_PARAM_VALUE: -32602,
      UNKNOWN_TOOL: -32602,
      POLICY_REJECT: -32002,
      AUTH_FAILED: -32002,
      ACTOR_UNKNOWN: -32002,
      GOVERNANCE_UPDATE_DENIED: -32002,
      OPENMEMORY_UNAVAILABLE: -32001,
      OPENMEMORY_CONNECTION_FAILED: -32001,
      OPENMEMORY_API_ERROR: -32001,
      LOGBOOK_DB_UNAVAILABLE: -32001,
      LOGBOOK_DB_CHECK_FAILED: -32001,
      INTERNAL_ERROR: -32603,
      TOOL_EXECUTOR_NOT_REGISTERED: -32603,
      UNHANDLED_EXCEPTION: -32603,
    },
  ],
  [
    erlmcp, // seed 003, “Error Code Constants” and “Validation List”
    'erlmcp',
    {
      ...STANDARD,
      RESOURCE_NOT_FOUND: -32001,
      TOOL_NOT_FOUND: -32002,
      PROMPT_NOT_FOUND: -32003,
      CAPABILITY_NOT_SUPPORTED: -32004,
      NOT_INITIALIZED: -32005,
      SUBSCRIPTION_FAILED: -32006,
      VALIDATION_FAILED: -32007,
      TRANSPORT_ERROR: -32008,
      TIMEOUT: -32009,
      RATE_LIMITED: -32010,
      TOOL_DESCRIPTION_TOO_LONG: -32011,
    },
  ],
  [
    sqlFun, // seed 004, “Examples”
    'sql-fun',
    {
      ...STANDARD,
      SERVER_NOT_REACHABLE: -32000,
      INTERNAL_PANIC: -32010,
      SCHEMA_IO_FAILURE: -32020,
      INVALID_SCHEMA_SQL: -32021,
      MISSING_PARAMETER: -32030,
      INVALID_SQL: -32031,
      WRONG_TYPE: -32032,
      AMBIGUOUS_NAME: -32033,
      INVALID_LOGIC: -32034,
      MCP_NOT_ALLOWED: -32040,
      NOT_FOUND: -32050,
      TABLE_NOT_FOUND: -32051,
      COLUMN_NOT_FOUND: -32052,
      SCHEMA_NOT_FOUND: -32053,
    },
  ],
];

describe('reasons and codes', () => {
  it.each(PINNED.map(([catalog, domain, codes]) => ({ catalog, domain, codes })))(
    'of $domain',
    ({ catalog, domain, codes }) => {
      expect(catalog.domain, PIN).toBe(domain);
      const declared = catalog.definitions.map(({ reason, code }) => [reason, code]);
      expect(declared.length, PIN).toBe(Object.keys(codes).length);
      expect(Object.fromEntries(declared), PIN).toEqual(codes);
    },
  );
});
