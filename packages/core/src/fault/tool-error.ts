import type { Definition, Effect } from './definition.js';
import { Fault } from './fault.js';

/** The domain of undeclared failures whose text was written for the caller. */
export const TOOL_ERROR_DOMAIN = 'tool';

const TOOL_ERROR: Definition = {
  domain: TOOL_ERROR_DOMAIN,
  reason: 'TOOL_ERROR',
  code: -32603,
  title: 'Tool error',
  category: 'tool',
  when: 'A handler threw toolError(text), or expose(error) returned a text',
  fields: [],
  recovery: 'report_and_abort',
  suggestion: 'do not repeat the same call',
};

/** Options of a tool error beside its text. */
export interface ToolErrorOptions {
  /** Whether the same call may succeed later; a number is the seconds to wait. Default: false. */
  readonly retry?: boolean | number;
  /** What the failed call did. Default: `none` if it may be repeated, else `unknown`. */
  readonly effect?: Effect;
  /** What to do next, as the model reads it. Default: by `retry`. */
  readonly next?: string;
  /** The exception behind it, for the operator. */
  readonly cause?: unknown;
}

/**
 * A failure whose text is meant for the caller, without a catalog. It reaches the model as it is, without secrets.
 *
 * @example throw toolError('Ticket 5 is already closed', { retry: false });
 */
export function toolError(text: string, options: ToolErrorOptions = {}): Fault {
  const { retry = false, effect, next, cause } = options;
  return new Fault(
    TOOL_ERROR,
    {},
    {
      message: text,
      ...(retry !== false && { strategy: 'retry_with_backoff', effect: 'none' }),
      ...(typeof retry === 'number' && { retryAfter: retry }),
      ...(effect !== undefined && { effect }),
      ...(next !== undefined && { suggestion: next }),
      ...(cause !== undefined && { cause }),
    },
  );
}

/** Returns the text of an exception that its author means for the caller; undefined masks it. */
export type Expose = (error: unknown) => string | undefined;

/** The failure of an exception with a public text: by `expose`, or fastmcp's `UserError`. */
export function exposedFault(thrown: unknown, expose: Expose | undefined): Fault | undefined {
  let text: unknown;
  try {
    text = expose?.(thrown) ?? userErrorText(thrown);
  } catch {
    return undefined; // a hook that fails exposes nothing
  }
  return typeof text === 'string' && text !== '' ? toolError(text, { cause: thrown }) : undefined;
}

function userErrorText(thrown: unknown): string | undefined {
  // By name: `instanceof` misses the second copy of a package.
  return thrown instanceof Error && thrown.name === 'UserError' ? thrown.message : undefined;
}
