import { describe, expect, expectTypeOf, it } from 'vitest';
import { rejectResult } from './results.js';
import type { ErrorData } from './contract.js';
import {
  McpErrorCategory,
  McpErrorCode,
  McpErrorReason,
  ToolResultErrorCode,
} from './namespaces.js';

describe('Tier A: names and values do not change', () => {
  it('pins the eight codes of §4', () => {
    expect(McpErrorCode).toEqual({
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

  it('pins the five categories of §2', () => {
    expect(McpErrorCategory).toEqual({
      PROTOCOL: 'protocol',
      VALIDATION: 'validation',
      BUSINESS: 'business',
      DEPENDENCY: 'dependency',
      INTERNAL: 'internal',
    });
  });

  it('pins the nineteen reasons of §3', () => {
    expect(McpErrorReason).toEqual({
      PARSE_ERROR: 'PARSE_ERROR',
      INVALID_REQUEST: 'INVALID_REQUEST',
      METHOD_NOT_FOUND: 'METHOD_NOT_FOUND',
      MISSING_REQUIRED_PARAM: 'MISSING_REQUIRED_PARAM',
      INVALID_PARAM_TYPE: 'INVALID_PARAM_TYPE',
      INVALID_PARAM_VALUE: 'INVALID_PARAM_VALUE',
      UNKNOWN_TOOL: 'UNKNOWN_TOOL',
      POLICY_REJECT: 'POLICY_REJECT',
      AUTH_FAILED: 'AUTH_FAILED',
      ACTOR_UNKNOWN: 'ACTOR_UNKNOWN',
      GOVERNANCE_UPDATE_DENIED: 'GOVERNANCE_UPDATE_DENIED',
      OPENMEMORY_UNAVAILABLE: 'OPENMEMORY_UNAVAILABLE',
      OPENMEMORY_CONNECTION_FAILED: 'OPENMEMORY_CONNECTION_FAILED',
      OPENMEMORY_API_ERROR: 'OPENMEMORY_API_ERROR',
      LOGBOOK_DB_UNAVAILABLE: 'LOGBOOK_DB_UNAVAILABLE',
      LOGBOOK_DB_CHECK_FAILED: 'LOGBOOK_DB_CHECK_FAILED',
      INTERNAL_ERROR: 'INTERNAL_ERROR',
      TOOL_EXECUTOR_NOT_REGISTERED: 'TOOL_EXECUTOR_NOT_REGISTERED',
      UNHANDLED_EXCEPTION: 'UNHANDLED_EXCEPTION',
    });
  });

  it('pins the codes of the result layer', () => {
    expect(ToolResultErrorCode).toEqual({
      DEPENDENCY_MISSING: 'DEPENDENCY_MISSING',
      MISSING_REQUIRED_PARAMETER: 'MISSING_REQUIRED_PARAMETER',
      MISSING_REQUIRED_PARAM: 'MISSING_REQUIRED_PARAM',
      POLICY_REJECTED: 'POLICY_REJECTED',
      ADMIN_KEY_REJECTED: 'ADMIN_KEY_REJECTED',
    });
  });

  it('writes every name in UPPER_SNAKE_CASE', () => {
    for (const name of [...Object.keys(McpErrorReason), ...Object.keys(ToolResultErrorCode)]) {
      expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    }
  });

  it('cannot be changed at run time', () => {
    expect(Object.isFrozen(McpErrorReason)).toBe(true);
    expect(Object.isFrozen(ToolResultErrorCode)).toBe(true);
  });
});

describe('TestErrorCodeBoundaryMisuse', () => {
  it('gives both namespaces the same text for MISSING_REQUIRED_PARAM', () => {
    expect(String(McpErrorReason.MISSING_REQUIRED_PARAM)).toBe(
      String(ToolResultErrorCode.MISSING_REQUIRED_PARAM),
    );
  });

  it('does not let a reason stand for a result code, although the texts are equal', () => {
    // @ts-expect-error a McpErrorReason is not a ToolResultErrorCode
    const code: ToolResultErrorCode = McpErrorReason.MISSING_REQUIRED_PARAM;
    // @ts-expect-error nor in the place where a result has its code
    const result = rejectResult({ error_code: McpErrorReason.POLICY_REJECT, message: 'no' });
    expect([code, result.ok]).toEqual(['MISSING_REQUIRED_PARAM', false]);
  });

  it('does not let a result code stand for a reason, although the texts are equal', () => {
    // @ts-expect-error a ToolResultErrorCode is not a McpErrorReason
    const reason: McpErrorReason = ToolResultErrorCode.MISSING_REQUIRED_PARAM;
    const data: ErrorData = {
      category: McpErrorCategory.VALIDATION,
      // @ts-expect-error nor in the place where error.data has its reason
      reason: ToolResultErrorCode.MISSING_REQUIRED_PARAM,
      retryable: false,
    };
    expect(data.reason).toBe(reason);
  });

  it('does not take a bare text for either', () => {
    // @ts-expect-error the text alone does not say which namespace is meant
    const reason: McpErrorReason = 'MISSING_REQUIRED_PARAM';
    // @ts-expect-error the text alone does not say which namespace is meant
    const code: ToolResultErrorCode = 'MISSING_REQUIRED_PARAM';
    expect(String(reason)).toBe(String(code));
  });

  it('lets both be read as text', () => {
    expectTypeOf(McpErrorReason.UNKNOWN_TOOL).toExtend<'UNKNOWN_TOOL'>();
    expectTypeOf(ToolResultErrorCode.DEPENDENCY_MISSING).toExtend<string>();
    expect(`${McpErrorReason.UNKNOWN_TOOL}`).toBe('UNKNOWN_TOOL');
  });
});
