import { ERAS, type Era } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';

/** A dated revision of MCP; plain JSON-RPC is not one. */
export type McpRevision = Exclude<Era, 'jsonrpc'>;

/** The revisions, oldest first. */
export const MCP_REVISIONS: readonly McpRevision[] = ERAS.filter(isRevision);

export function isRevision(era: Era): era is McpRevision {
  return ERA_RULES[era].mcp;
}

/** A run of revisions in which a rule holds; open ends reach the first and the last. */
export interface RevisionSpan {
  readonly from?: McpRevision;
  readonly to?: McpRevision;
}

export function holdsIn({ from, to }: RevisionSpan, revision: McpRevision): boolean {
  const at = MCP_REVISIONS.indexOf(revision);
  const first = from === undefined ? 0 : MCP_REVISIONS.indexOf(from);
  const last = to === undefined ? MCP_REVISIONS.length - 1 : MCP_REVISIONS.indexOf(to);
  return first <= at && at <= last;
}

/** Rules with spans, as a table by revision. */
export function byRevision<T extends RevisionSpan>(
  rules: readonly T[],
): Readonly<Record<McpRevision, readonly Omit<T, keyof RevisionSpan>[]>> {
  return Object.fromEntries(
    MCP_REVISIONS.map((revision) => [
      revision,
      rules
        .filter((rule) => holdsIn(rule, revision))
        .map(({ from: _from, to: _to, ...rule }) => rule),
    ]),
  ) as unknown as Readonly<Record<McpRevision, readonly Omit<T, keyof RevisionSpan>[]>>;
}
