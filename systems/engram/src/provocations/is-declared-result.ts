import { ToolResultErrorCode } from '@errata/catalogs/engram';
import { membersOf } from '@errata/core/contract';

const CODES: ReadonlySet<unknown> = new Set(Object.values(ToolResultErrorCode));

/** Whether the facts of a failed result are a decision of the gateway, told by a code of results. */
export function isDeclaredResult(structuredContent: unknown): boolean {
  const { ok, error_code } = membersOf(structuredContent);
  return ok === false && CODES.has(error_code);
}
