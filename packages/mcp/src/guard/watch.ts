import { isMarked } from './marks.js';
import { patch } from './patch.js';
import { requestIdOf, type McpServerLike, type SdkRequest } from './sdk-shape.js';

/** What became of a tool before the SDK made a text of it. */
export type Outcome = { readonly thrown: unknown } | { readonly reported: true };

/** What is noted while requests pass, for whoever has to judge one of them. */
export interface Watch {
  /** Of tools that failed, by request id. */
  readonly outcomes: Map<string | number, Outcome>;
  /** Arguments that the SDK refused, and what it said of them. */
  readonly invalid: WeakMap<object, unknown>;
  /** Tools of a low-level server that declare what they return. */
  readonly strict: Set<unknown>;
  undo(): void;
}

/**
 * `McpServer` turns whatever a tool throws into the text of a result, without code, data or cause. So the two methods that it
 * runs a tool through are watched, and what they threw is kept until its result comes by.
 */
export function createWatch(mcp: McpServerLike | undefined): Watch {
  const outcomes = new Map<string | number, Outcome>();
  const invalid = new WeakMap<object, unknown>();
  const undo = mcp === undefined ? [] : watchTools(mcp, outcomes, invalid);
  return { outcomes, invalid, strict: new Set(), undo: () => undo.forEach((each) => each()) };
}

function watchTools(
  mcp: McpServerLike,
  outcomes: Watch['outcomes'],
  invalid: Watch['invalid'],
): (() => void)[] {
  return [
    patch(mcp, 'executeToolHandler', (original) => async (tool, args, context) => {
      const id = requestIdOf(context);
      try {
        const result = await original.call(mcp, tool, args, context);
        if (isMarked(result)) throw result;
        if (id !== undefined && isFailedResult(result)) outcomes.set(id, { reported: true });
        return result;
      } catch (thrown) {
        if (id !== undefined) outcomes.set(id, { thrown });
        throw thrown;
      }
    }),
    patch(mcp, 'validateToolInput', (original) => async (tool, args, name) => {
      try {
        return await original.call(mcp, tool, args, name);
      } catch (thrown) {
        if (typeof args === 'object' && args !== null) invalid.set(args, thrown);
        throw thrown;
      }
    }),
  ];
}

/** Whether a request names a tool or prompt that is not there. A disabled one is not there either. */
export function isMissing({ method, params }: SdkRequest, mcp: McpServerLike): boolean {
  const registered =
    method === 'tools/call'
      ? mcp._registeredTools
      : method === 'prompts/get'
        ? mcp._registeredPrompts
        : undefined;
  if (registered === undefined) return false;
  const { name } = params as { name: string };
  return !Object.hasOwn(registered, name) || registered[name]!.enabled === false;
}

export function isFailedResult(result: unknown): boolean {
  return (result as { isError?: unknown } | null | undefined)?.isError === true;
}
