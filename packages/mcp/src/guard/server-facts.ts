import { attachedCall, isMarked, type Outcome, RefusedArguments } from './guarded-call.js';
import { patch } from './patch.js';
import type { McpServerLike, RegisteredTool, SdkRequest } from './sdk-shape.js';
import { type Judgement, validatorOf } from './validator.js';
import type { Met } from '@errata/core/internal';

/** What is learned of a server from its results, for the calls that come later. */
export class ServerFacts {
  /** Tools of a low-level server that declare an output schema. */
  readonly strict = new Set<unknown>();
  /** Tools of a low-level server that declare themselves read-only. */
  readonly readOnly = new Set<unknown>();
  /** Lists that have more than one page. */
  readonly pages = new Pages();

  /** Only the list of a low-level server says what its tools declare. */
  learnTools(result: unknown): void {
    const { tools } = (result ?? {}) as { tools?: unknown };
    for (const tool of Array.isArray(tools) ? (tools as ListedTool[]) : []) {
      this.strict[tool.outputSchema === undefined ? 'delete' : 'add'](tool.name);
      this.readOnly[hasReadOnlyHint(tool) ? 'add' : 'delete'](tool.name);
    }
  }
}

interface ListedTool extends RegisteredTool {
  readonly name: unknown;
}

/**
 * `McpServer` turns whatever a tool throws into the text of a result, without code, data or cause. So the two methods that it runs a
 * tool through are patched, and the call notes what became of the tool.
 */
export function watchTools(mcp: McpServerLike): () => void {
  const undo = [watchArguments(mcp), watchExecution(mcp)];
  return () => undo.forEach((each) => each());
}

/** Arguments are checked once, here, so that what is wrong with them is known field by field. They are refused below, where the call is known. */
function watchArguments(mcp: McpServerLike): () => void {
  const isV2 = '_wrapHandler' in mcp.server;
  // No async functions here and below: every tool that succeeds passes through.
  return patch(mcp, 'validateToolInput', (original) => (tool, args, name) => {
    // v1 runs some tasks without `executeToolHandler`: there the SDK has to refuse them itself.
    if (isTask(tool)) return original.call(mcp, tool, args, name);
    // A limit on their number is the SDK's own business.
    const limited = mcp._maxToolInputElements !== undefined;
    const validate = limited ? undefined : validatorOf(tool.inputSchema, isV2);
    if (validate === undefined)
      return Promise.resolve(original.call(mcp, tool, args, name)).catch(unchecked);
    try {
      const judged = validate(args ?? {});
      return 'then' in judged ? judged.then(acceptedBy, unchecked) : acceptedBy(judged);
    } catch (thrown) {
      return unchecked(thrown);
    }
  });
}

/** What the tool gets in place of its arguments. */
const acceptedBy = ({ issues, value }: Judgement): unknown =>
  issues === undefined ? value : new RefusedArguments({ issues });

const unchecked = (thrown: unknown): unknown => new RefusedArguments({ thrown });

const isTask = ({ handler }: RegisteredTool): boolean =>
  typeof handler === 'object' && handler !== null && 'createTask' in handler;

function watchExecution(mcp: McpServerLike): () => void {
  return patch(mcp, 'executeToolHandler', (original) => (tool, args, context) => {
    const call = attachedCall(context);
    if (args instanceof RefusedArguments) {
      if (call === undefined) return Promise.reject(new Error('Invalid arguments'));
      call.outcome = { refused: args };
      return Promise.resolve(failedResult());
    }
    const failed = (thrown: unknown): object => {
      if (call !== undefined) call.outcome = { thrown };
      if (call === undefined || isElicitation(thrown)) throw thrown;
      return failedResult();
    };
    return original.call(mcp, tool, args, context).then((result) => {
      if (isMarked(result)) return failed(result);
      if (isFailedResult(result)) {
        if (call !== undefined) call.outcome = REPORTED;
        // Only then can the SDK still reject the result and make a text of that.
      } else if (call !== undefined && tool.outputSchema !== undefined) call.outcome = RAN;
      return result;
    }, failed);
  });
}

const RAN: Outcome = { ran: true };
const REPORTED: Outcome = { reported: true };

/** Takes the place of an exception inside the SDK, which would only make a text of it. The wrapped handler replaces it. */
const failedResult = (): object => ({ content: [], isError: true });

/** The one exception that the SDKs pass on, each revision in its way. */
function isElicitation(thrown: unknown): boolean {
  try {
    return (thrown as { code?: unknown } | null | undefined)?.code === -32042;
  } catch {
    return false; // a getter that throws
  }
}

/** Whether a request names an unknown tool or prompt. A disabled one counts as unknown. */
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

const LISTS: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Which lists of a server go on behind their first page. `McpServer` never pages, and takes any cursor for the start. */
export class Pages {
  readonly #paged = new Set<string>();

  /** Whether a request goes on from where no page has ended yet. An empty cursor is how some clients say that they have none. */
  isDoubtful({ method, params }: SdkRequest): boolean {
    if (!LISTS.has(method) || this.#paged.has(method)) return false;
    const cursor = params?.['cursor'];
    return typeof cursor === 'string' && cursor !== '';
  }

  /** Take note of a page, and tell whether there is another behind it. */
  note(method: string, result: unknown): boolean {
    if (!LISTS.has(method)) return false;
    const { nextCursor } = (result ?? {}) as { nextCursor?: unknown };
    if (nextCursor === undefined) return false;
    this.#paged.add(method);
    return true;
  }
}

/** The same list from its start. */
export function firstPageOf(request: SdkRequest): SdkRequest {
  const { cursor: _cursor, ...params } = request.params ?? {};
  return { ...request, params };
}

/** Where everything fits on one page, no cursor was ever given. */
export function unknownCursor(method: string): Met {
  return {
    condition: 'invalid-params',
    context: {
      param: 'cursor',
      method,
      errors: [{ field: 'cursor', message: 'is none that this server gave' }],
    },
    given: { details: 'params.cursor is none that this server gave; ask without one' },
  };
}
