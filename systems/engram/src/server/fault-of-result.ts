import { engram, ToolResultErrorCode } from '@errata/catalogs/engram';
import { membersOf } from '@errata/core/contract';
import type { Fault } from '@errata/core/fault';

/** What the operator's record calls a refusal that was told as a result: its caller got a code of the other namespace. */
export function faultOfResult(result: object): Fault | undefined {
  const { structuredContent } = result as { readonly structuredContent?: unknown };
  const { error_code, message, rule, retryable } = membersOf(structuredContent);
  const given = { details: String(message), effect: 'none' } as const;
  switch (error_code) {
    case ToolResultErrorCode.POLICY_REJECTED:
    case ToolResultErrorCode.MISSING_REQUIRED_PARAM:
      return engram.POLICY_REJECT({ rule: String(rule), retryable: retryable === true }, given);
    case ToolResultErrorCode.ADMIN_KEY_REJECTED:
      return engram.GOVERNANCE_UPDATE_DENIED({}, given);
    case ToolResultErrorCode.DEPENDENCY_MISSING:
      return engram.TOOL_EXECUTOR_NOT_REGISTERED({ tool: 'evidence_read' }, given);
    default:
      return undefined;
  }
}
