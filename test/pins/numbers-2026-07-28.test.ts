import {
  engramContract,
  erlmcpContract,
  mcpContract,
  routerosContract,
  sqlFunContract,
} from '@errata/catalogs';
import { Fault, type Contract } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { PIN } from './pin.js';

const STANDARD = [-32700, -32600, -32601, -32602, -32603];

/** What the reasons that are no standard code become where MCP keeps −32099…−32020 for itself. */
const PINNED: readonly (readonly [string, Contract, Readonly<Record<string, number>>])[] = [
  [
    'mcp',
    mcpContract,
    {
      RESOURCE_NOT_FOUND: -32602,
      URL_ELICITATION_REQUIRED: -32603,
      USER_REJECTED: -1,
      HEADER_MISMATCH: -32020,
      MISSING_REQUIRED_CLIENT_CAPABILITY: -32021,
      UNSUPPORTED_PROTOCOL_VERSION: -32022,
    },
  ],
  [
    'routeros',
    routerosContract,
    {
      INTERNAL_ERROR: -31000,
      UNAUTHORIZED: -31001,
      FORBIDDEN: -31002,
      NOT_FOUND: -31003,
      CONFLICT: -31004,
      VALIDATION_ERROR: -31005,
      RATE_LIMITED: -31006,
      TIMEOUT: -31007,
      DEVICE_UNREACHABLE: -31010,
      DEVICE_AUTH_FAILED: -31011,
      DEVICE_ERROR: -31012,
      DEVICE_UNSUPPORTED: -31013,
      INVALID_CONFIGURATION: -31020,
      UNSAFE_OPERATION: -31021,
      PLAN_NOT_APPROVED: -31030,
      PLAN_EXPIRED: -31031,
    },
  ],
  [
    'engram',
    engramContract,
    {
      POLICY_REJECT: -31002,
      AUTH_FAILED: -31002,
      ACTOR_UNKNOWN: -31002,
      GOVERNANCE_UPDATE_DENIED: -31002,
      OPENMEMORY_UNAVAILABLE: -31001,
      OPENMEMORY_CONNECTION_FAILED: -31001,
      OPENMEMORY_API_ERROR: -31001,
      LOGBOOK_DB_UNAVAILABLE: -31001,
      LOGBOOK_DB_CHECK_FAILED: -31001,
    },
  ],
  [
    'erlmcp',
    erlmcpContract,
    {
      RESOURCE_NOT_FOUND: -32602,
      TOOL_NOT_FOUND: -32602,
      PROMPT_NOT_FOUND: -32602,
      CAPABILITY_NOT_SUPPORTED: -32601,
      NOT_INITIALIZED: -31005,
      SUBSCRIPTION_FAILED: -31006,
      VALIDATION_FAILED: -31007,
      TRANSPORT_ERROR: -31008,
      TIMEOUT: -31009,
      RATE_LIMITED: -31010,
      TOOL_DESCRIPTION_TOO_LONG: -31011,
    },
  ],
  [
    'sql-fun',
    sqlFunContract,
    {
      SERVER_NOT_REACHABLE: -31000,
      INTERNAL_PANIC: -31010,
      SCHEMA_IO_FAILURE: -31020,
      INVALID_SCHEMA_SQL: -31021,
      MISSING_PARAMETER: -31030,
      INVALID_SQL: -31031,
      WRONG_TYPE: -31032,
      AMBIGUOUS_NAME: -31033,
      INVALID_LOGIC: -31034,
      MCP_NOT_ALLOWED: -31040,
      NOT_FOUND: -31050,
      TABLE_NOT_FOUND: -31051,
      COLUMN_NOT_FOUND: -31052,
      SCHEMA_NOT_FOUND: -31053,
    },
  ],
];

describe('numbers on 2026-07-28', () => {
  it.each(PINNED)('of %s', (_, contract, expected) => {
    const emitted = contract.catalog.definitions
      .filter(({ code }) => !STANDARD.includes(code))
      .map((definition) => [
        definition.reason,
        contract.number(new Fault(definition, {}), '2026-07-28'),
      ]);
    expect(Object.fromEntries(emitted), PIN).toEqual(expected);
  });
});
