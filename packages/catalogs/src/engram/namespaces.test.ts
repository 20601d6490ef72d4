import { describe, expect, expectTypeOf, it } from 'vitest';
import { rejectResult } from './results.js';
import type { ErrorData } from './contract.js';
import { McpErrorCategory, McpErrorReason, ToolResultErrorCode } from './namespaces.js';

describe('Tier A: names and values do not change', () => {
  it('writes every name in UPPER_SNAKE_CASE', () => {
    for (const name of [...Object.keys(McpErrorReason), ...Object.keys(ToolResultErrorCode)]) {
      expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    }
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
