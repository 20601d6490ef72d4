import { toToolResult as toGatewayResult, type EngramLang } from '@errata/catalogs/engram';
import type { Ref } from '@errata/core/fault';
import type { Outcome } from '../tools/index.js';

/** What `tools/call` returns. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError: boolean;
  // The SDK takes any object that may have more members.
  readonly [member: string]: unknown;
}

/** An outcome on the tool surface, with the correlation id of its request. */
export function toToolResult(
  { result, line, body }: Outcome,
  ref: Ref,
  lang: EngramLang,
): ToolResult {
  const told = { ...result, correlation_id: ref };
  const { content, structuredContent } = toGatewayResult(told, '2025-11-25', {
    lang,
    ...(line !== undefined && { line }),
    ...(body !== undefined && { body }),
  });
  return {
    content: [...content],
    structuredContent: { ...structuredContent },
    isError: !result.ok,
  };
}
