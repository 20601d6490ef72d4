import {
  A_BOOLEAN,
  A_NUMBER,
  A_STRING,
  A_TEXT,
  assertOptions,
  assertValue,
  type AllowedOptions,
} from '../era/index.js';
import { type Definition, type Effect, EFFECTS } from './definition.js';
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
};

/** What `retry: false` says. */
const DO_NOT_REPEAT = 'do not repeat the same call';

/** What a thrower can say beside the text. */
export interface ToolErrorOptions {
  /**
   * Whether the same call may succeed later; a number is the seconds to wait. It also says that repeating is safe: the effect is
   * `none`, unless `effect` says otherwise. Default: nothing is said, and a client does not repeat the call.
   */
  readonly retry?: boolean | number;
  /** What the failed call did. Default: `none` with `retry`, else `unknown`. */
  readonly effect?: Effect;
  /** What to do next, as the model reads it. Default: by `retry`. */
  readonly next?: string;
  /** The exception behind it, for the operator. */
  readonly cause?: unknown;
}

const TOOL_ERROR_OPTIONS: AllowedOptions<ToolErrorOptions> = {
  ...{ retry: [A_BOOLEAN, A_NUMBER], effect: EFFECTS, next: [A_STRING], cause: [] },
};
const TEXT = [A_TEXT];

/**
 * A failure whose text is meant for the caller, without a catalog. It reaches the model as it is, without secrets.
 *
 * @example throw toolError('Ticket 5 is already closed', { retry: false });
 */
export function toolError(text: string, options: ToolErrorOptions = {}): Fault {
  assertValue('toolError', 'text', text, TEXT);
  assertOptions('toolError', options, TOOL_ERROR_OPTIONS);
  const { retry, effect, next = retry === false ? DO_NOT_REPEAT : undefined, cause } = options;
  return new Fault(
    TOOL_ERROR,
    {},
    {
      message: text,
      ...(retry !== undefined &&
        retry !== false && { strategy: 'retry_with_backoff', effect: 'none' }),
      ...(typeof retry === 'number' && { retryAfter: retry }),
      ...(effect !== undefined && { effect }),
      ...(next !== undefined && { suggestion: next }),
      ...(cause !== undefined && { cause }),
    },
  );
}

/** Returns the text of an exception that its author means for the caller; undefined masks it. */
export type Expose = (error: unknown) => string | undefined;

/** The text of an exception that is meant for the caller: by `expose`, or of fastmcp's `UserError`. */
export function exposedText(thrown: unknown, expose: Expose | undefined): string | undefined {
  try {
    const text: unknown = expose?.(thrown) ?? userErrorText(thrown);
    return typeof text === 'string' && text !== '' ? text : undefined;
  } catch {
    return undefined; // a hook that fails exposes nothing
  }
}

/** The same failure in the words that its author wrote for the caller. */
export function withText({ definition, context, given, refIfUsed }: Fault, text: string): Fault {
  const { masked: _masked, ...rest } = given;
  const ref = refIfUsed === undefined ? {} : { ref: refIfUsed };
  return new Fault(definition, context, { ...rest, ...ref, message: text, details: text });
}

function userErrorText(thrown: unknown): string | undefined {
  // By name: `instanceof` misses the second copy of a package.
  return thrown instanceof Error && thrown.name === 'UserError' ? thrown.message : undefined;
}
