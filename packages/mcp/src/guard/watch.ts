import { isMarked } from './marks.js';
import { Pages } from './pages.js';
import { patch } from './patch.js';
import { Refusals } from './refusals.js';
import { signalOf, type McpServerLike, type RegisteredTool, type SdkRequest } from './sdk-shape.js';
import { validatorOf } from './validator.js';

/** What became of a tool before the SDK made a text of it. */
export type Outcome =
  { readonly thrown: unknown } | { readonly reported: true } | { readonly ran: true };

/** What is noted while requests pass, for whoever has to judge one of them. */
export interface Watch {
  /**
   * Of tools, by the signal of their request: ids come again on the next connection, and what fails after its deadline is nobody's
   * answer any more.
   */
  readonly outcomes: WeakMap<AbortSignal, Outcome>;
  /** Of arguments that were not let in. */
  readonly refusals: Refusals;
  /** Tools of a low-level server that declare what they return. */
  readonly strict: Set<unknown>;
  /** Tools of a low-level server that say that they change nothing. */
  readonly readOnly: Set<unknown>;
  /** Of lists that go on behind their first page. */
  readonly pages: Pages;
  undo(): void;
}

const RAN: Outcome = { ran: true };
const REPORTED: Outcome = { reported: true };

/**
 * `McpServer` turns whatever a tool throws into the text of a result, without code, data or cause. So the two methods that it
 * runs a tool through are watched, and what they threw is kept until its result comes by.
 */
export function createWatch(mcp: McpServerLike | undefined): Watch {
  const outcomes = new WeakMap<AbortSignal, Outcome>();
  const refusals = new Refusals();
  const undo = mcp === undefined ? [] : [watchTools(mcp, outcomes), watchArguments(mcp, refusals)];
  return {
    ...{ outcomes, refusals, strict: new Set(), readOnly: new Set(), pages: new Pages() },
    undo: () => undo.forEach((each) => each()),
  };
}

function watchTools(mcp: McpServerLike, outcomes: Watch['outcomes']): () => void {
  // No async functions here: every tool that succeeds passes through.
  return patch(mcp, 'executeToolHandler', (original) => (tool, args, context) => {
    const note = (outcome: Outcome): void => {
      const signal = signalOf(context);
      if (signal !== undefined) outcomes.set(signal, outcome);
    };
    const failed = (thrown: unknown): never => {
      note({ thrown });
      throw thrown;
    };
    return original.call(mcp, tool, args, context).then((result) => {
      if (isMarked(result)) return failed(result);
      if (isFailedResult(result)) note(REPORTED);
      // Only then can the SDK still find fault with it and make a text of that.
      else if (tool.outputSchema !== undefined) note(RAN);
      return result;
    }, failed);
  });
}

/** Arguments are judged once, here, so that what is wrong with them is known field by field. */
function watchArguments(mcp: McpServerLike, refusals: Refusals): () => void {
  const isV2 = '_wrapHandler' in mcp.server;
  return patch(mcp, 'validateToolInput', (original) => async (tool, args, name) => {
    // A limit on their number is the SDK's own business; it has to be asked then.
    const limited = mcp._maxToolInputElements !== undefined;
    const validate = limited ? undefined : validatorOf(tool.inputSchema, isV2);
    try {
      if (validate === undefined) return await original.call(mcp, tool, args, name);
      const { issues, value } = await validate(args ?? {});
      if (issues === undefined) return value;
      throw refusals.create({ issues, value: args });
    } catch (thrown) {
      throw refusals.has(thrown) ? thrown : refusals.create({ thrown, limited });
    }
  });
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

/** A tool that calls itself both read-only and destructive is not believed to be read-only. */
export function hasReadOnlyHint(tool: Pick<RegisteredTool, 'annotations'> | undefined): boolean {
  const { readOnlyHint, destructiveHint } = tool?.annotations ?? {};
  return readOnlyHint === true && destructiveHint !== true;
}

export function isFailedResult(result: unknown): boolean {
  return (result as { isError?: unknown } | null | undefined)?.isError === true;
}
