import {
  McpErrorCategory,
  McpErrorCode,
  McpErrorReason,
  ToolResultErrorCode,
} from '@errata/catalogs/engram';
import { describe, expect, it } from 'vitest';
import { PIN } from './pin.js';

const TIER_A = `Tier A of seed 002 §6: no value may change within a major version. ${PIN}`;

const itself = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

describe('Tier A of Engram', () => {
  it.each(Object.entries({ McpErrorCode, McpErrorCategory, McpErrorReason, ToolResultErrorCode }))(
    '%s cannot be changed at run time',
    (_name, constants) => {
      const open = constants as Record<string, unknown>;
      const [name] = Object.keys(open) as [string];
      expect(() => (open[name] = 0), TIER_A).toThrow(TypeError);
      expect(() => (open['ANOTHER'] = 0), TIER_A).toThrow(TypeError);
      expect(() => delete open[name], TIER_A).toThrow(TypeError);
    },
  );

  it('has the codes of §4', () => {
    expect(McpErrorCode, TIER_A).toEqual({
      PARSE_ERROR: -32700,
      INVALID_REQUEST: -32600,
      METHOD_NOT_FOUND: -32601,
      INVALID_PARAMS: -32602,
      INTERNAL_ERROR: -32603,
      DEPENDENCY_UNAVAILABLE: -32001,
      BUSINESS_REJECTION: -32002,
      TOOL_EXECUTION_ERROR: -32000,
    });
  });

  it('has the categories of §2', () => {
    expect(McpErrorCategory, TIER_A).toEqual({
      PROTOCOL: 'protocol',
      VALIDATION: 'validation',
      BUSINESS: 'business',
      DEPENDENCY: 'dependency',
      INTERNAL: 'internal',
    });
  });

  it('has the reasons of §3.1 to §3.5', () => {
    expect(McpErrorReason, TIER_A).toEqual(
      itself([
        'PARSE_ERROR',
        'INVALID_REQUEST',
        'METHOD_NOT_FOUND',
        'MISSING_REQUIRED_PARAM',
        'INVALID_PARAM_TYPE',
        'INVALID_PARAM_VALUE',
        'UNKNOWN_TOOL',
        'POLICY_REJECT',
        'AUTH_FAILED',
        'ACTOR_UNKNOWN',
        'GOVERNANCE_UPDATE_DENIED',
        'OPENMEMORY_UNAVAILABLE',
        'OPENMEMORY_CONNECTION_FAILED',
        'OPENMEMORY_API_ERROR',
        'LOGBOOK_DB_UNAVAILABLE',
        'LOGBOOK_DB_CHECK_FAILED',
        'INTERNAL_ERROR',
        'TOOL_EXECUTOR_NOT_REGISTERED',
        'UNHANDLED_EXCEPTION',
      ]),
    );
  });

  it('has the result codes: the one that §3.0 names, and those of the original gateway', () => {
    expect(ToolResultErrorCode, TIER_A).toEqual(
      itself([
        'DEPENDENCY_MISSING',
        'MISSING_REQUIRED_PARAMETER',
        'MISSING_REQUIRED_PARAM',
        'POLICY_REJECTED',
        'ADMIN_KEY_REJECTED',
      ]),
    );
  });
});
