import type { ToolOutcome } from '../tools/tool.js';

/** What `tools/call` returns: words, facts, and those of the facts that are no lists once more. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError: false;
  readonly structuredContent: Record<string, unknown>;
  readonly _meta: Record<string, unknown>;
  // The SDK takes any object that may have more members.
  readonly [member: string]: unknown;
}

export function toToolResult(outcome: ToolOutcome<Record<string, unknown>>): ToolResult {
  const { text, facts, meta = scalarsOf(facts) } = outcome;
  return {
    content: [{ type: 'text', text }],
    isError: false,
    structuredContent: facts,
    _meta: { ...meta },
  };
}

function scalarsOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && typeof value !== 'object'),
  );
}
