import type { DecisionContext } from './decide.js';

/** The hints of a tool that bear on repeating a call, as `tools/list` gives them. */
export interface ToolHints {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
}

/**
 * What the hints allow. The server claims them: pass them only for servers that you trust. A tool that calls
 * itself both read-only and destructive is not believed to be read-only.
 */
export function readHints(
  hints: ToolHints | undefined,
): Pick<DecisionContext, 'readOnly' | 'idempotent'> {
  return {
    readOnly: hints?.readOnlyHint === true && hints.destructiveHint !== true,
    idempotent: hints?.idempotentHint === true,
  };
}
