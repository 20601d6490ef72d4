import {
  attachedCall,
  copyOf,
  isMarked,
  RefusedArguments,
  type ToolOutcome,
  type Unsendable,
} from './guarded-call.js';
import { patch } from './patch.js';
import type {
  McpServerLike,
  ProtocolLike,
  RegisteredTool,
  SdkContext,
  SdkRequest,
} from './sdk-shape.js';
import type { ProtocolFailure } from '@errata/core/internal';
import { CLIENT_KEY, VERSION_KEY } from '@errata/core/internal/era';

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
const acceptedBy = ({ issues, value }: ValidationResult): unknown =>
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
      if (call !== undefined && (typeof result !== 'object' || result === null)) {
        // Each SDK would say something else of it, and nothing that is true.
        call.outcome = { unsendable: copyOf(result) as Unsendable };
        return failedResult();
      }
      if (isFailedResult(result)) {
        // An earlier guard that could not be taken out, because others have wrapped it, noted the outcome already.
        if (call !== undefined && !(NOTED in (result as object))) call.outcome = REPORTED;
        // Only then can the SDK still reject the result and make a text of that.
      } else if (call !== undefined && tool.outputSchema !== undefined) call.outcome = RAN;
      return result;
    }, failed);
  });
}

const RAN: ToolOutcome = { ran: true };
const REPORTED: ToolOutcome = { reported: true };

/** Takes the place of an exception inside the SDK, which would only make a text of it. The wrapped handler replaces it. */
const failedResult = (): object => ({ content: [], isError: true, [NOTED]: true });

const NOTED = Symbol('errata.noted');

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

  /** Whether the cursor of a request was never given out. Some clients send an empty cursor for the first page. */
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
export function unknownCursor(method: string): ProtocolFailure {
  return {
    condition: 'invalid-params',
    context: {
      param: 'cursor',
      method,
      errors: [{ field: 'cursor', message: 'is not a cursor of this server' }],
    },
    given: { details: 'params.cursor is not a cursor of this server; omit it to start again' },
  };
}

/** The result of validation by any schema library. */
export interface ValidationResult {
  readonly issues?: readonly unknown[] | undefined;
  readonly value?: unknown;
}

export type Validate = (value: unknown) => ValidationResult | Promise<ValidationResult>;

interface Zod {
  safeParseAsync?(value: unknown): Promise<{ data?: unknown; error?: { issues: unknown[] } }>;
}

interface Standard {
  readonly '~standard'?: { validate(value: unknown): ValidationResult | Promise<ValidationResult> };
}

/**
 * How to judge a value by a schema, or undefined where nobody knows. v2 asks by way of Standard Schema, which is fast but tries zod
 * without waiting first; v1 asks zod in its own way. Each is asked as its SDK would, so that schemas behave as they did.
 */
export function validatorOf(schema: unknown, standardFirst = false): Validate | undefined {
  const [first, second] = standardFirst ? [standardOf, zodOf] : [zodOf, standardOf];
  return first(schema) ?? second(schema);
}

function zodOf(schema: unknown): Validate | undefined {
  const zod = (schema ?? {}) as Zod;
  if (typeof zod.safeParseAsync !== 'function') return undefined;
  return (value) =>
    zod.safeParseAsync!(value).then(({ data, error }) =>
      error === undefined ? { value: data } : { issues: error.issues },
    );
}

function standardOf(schema: unknown): Validate | undefined {
  const standard = ((schema ?? {}) as Standard)['~standard'];
  return typeof standard?.validate === 'function' ? (value) => standard.validate(value) : undefined;
}

/** The issues of a value under a schema of any library; undefined where there are none, or none can be had. */
export async function issuesOf(
  schema: unknown,
  value: unknown,
): Promise<readonly unknown[] | undefined> {
  try {
    const judged = await validatorOf(schema)?.(value);
    return judged?.issues !== undefined && judged.issues.length > 0 ? judged.issues : undefined;
  } catch {
    return undefined; // a refinement that throws says nothing about the fields
  }
}

/** What is known of the client behind a server: which revision was agreed on, and what it calls itself. */
export class GuardedClient {
  #version: unknown = undefined;
  #client: string | undefined = undefined;
  readonly #protocol: ProtocolLike;

  constructor(protocol: ProtocolLike) {
    this.#protocol = protocol;
  }

  /** The revision of one request. The best source comes first: its envelope, the handshake, what v2 serves, the header. */
  versionOf<V>(
    { mcpReq, requestInfo, http }: SdkContext,
    read: (version: unknown) => V | undefined,
  ): V | undefined {
    return (
      read(mcpReq?.envelope?.[VERSION_KEY]) ??
      read(this.#version) ??
      read(this.#protocol._negotiatedProtocolVersion) ??
      // A server without sessions never sees a handshake; the header tells what was agreed on elsewhere.
      read(requestInfo?.headers?.['mcp-protocol-version']) ??
      read(http?.req?.headers?.get('mcp-protocol-version'))
    );
  }

  clientOf({ mcpReq }: SdkContext): string | undefined {
    return nameOf(mcpReq?.envelope?.[CLIENT_KEY]) ?? this.#client;
  }

  /** Another client may be at the end of another transport. Gives back how to remember this one. */
  forget(): () => void {
    const version = this.#version;
    const client = this.#client;
    this.#client = undefined;
    this.#version = undefined;
    return () => {
      this.#client = client;
      this.#version = version;
    };
  }

  /** Take note of a handshake. */
  agreed({ params }: SdkRequest, result: unknown): void {
    this.#client = nameOf(params?.['clientInfo']);
    this.#version = (result as { protocolVersion?: unknown } | null)?.protocolVersion;
  }
}

function nameOf(info: unknown): string | undefined {
  const { name } = (info ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
