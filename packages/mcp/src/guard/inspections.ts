import { unknownName } from '@errata/catalogs/mcp';
import {
  describeIssues,
  objectOrEmpty,
  whenReady,
  type FailureBody,
  type Maybe,
  type ProtocolFailure,
} from '@errata/core/internal';
import { type Replies, unsent } from './answering.js';
import type { GuardedCall } from './guarded-call.js';
import { passReported } from './reported.js';
import { asSdkError } from './sdk-error.js';
import type { McpServerLike, SdkRequest } from './sdk-shape.js';
import { type ServerFacts, issuesOf } from './server-facts.js';
import { inputSchemaOf } from './tool-schema.js';

/** What is looked at around the handler of one method. */
export interface Inspection {
  /** What is wrong with a request that names something unknown. */
  before?(request: SdkRequest): ProtocolFailure | undefined;
  /** The reply in place of a failed result. */
  after?(result: unknown, call: GuardedCall): Maybe<FailureBody>;
  /** What an exception really says, where the SDK has made something else of it. */
  thrown?(thrown: unknown, call: GuardedCall): Maybe<ProtocolFailure | undefined>;
  /** What is thrown past `after` is the SDK's own, not the author's: it is about the call, and an error object in every era. */
  readonly seam?: boolean;
  /** What is thrown may be the SDK's complaint about a result: nothing proves that nothing was done. */
  readonly doubtful?: boolean;
}

export function createInspections(
  mcp: McpServerLike | undefined,
  facts: ServerFacts,
  replies: Replies,
): ReadonlyMap<string, Inspection> {
  if (mcp === undefined) return new Map([['tools/call', inspectPlainTools(facts, replies)]]);
  return new Map([
    ['tools/call', inspectTools(mcp, replies)],
    ['prompts/get', inspectPrompts(mcp)],
    ['resources/read', inspectResources(mcp)],
  ]);
}

/** Tools of a low-level server, which knows nothing of them but what its handler of tools/list says. */
function inspectPlainTools({ strict }: ServerFacts, replies: Replies): Inspection {
  return {
    doubtful: true,
    after: (result, call) =>
      passReported(result as object, call, replies, strict.has(call.request.params?.['name'])),
  };
}

interface ToolParams {
  readonly name?: string;
  readonly arguments?: object;
  readonly task?: unknown;
}

/** Tools of an `McpServer`, which makes a text of all that goes wrong with them. */
function inspectTools(mcp: McpServerLike, replies: Replies): Inspection {
  const isLimited = () => mcp._maxToolInputElements !== undefined;

  const refused = async (thrown: unknown, call: GuardedCall): Promise<FailureBody> => {
    const { name = '', arguments: value } = call.request.params as ToolParams;
    const { inputSchema } = mcp._registeredTools[name] ?? {};
    const issues = isLimited() ? await issuesOf(inputSchema, value ?? {}) : undefined;
    if (issues !== undefined) return replies.fail(describeIssues(issues, { value }), call);
    if (asSdkError(thrown) !== undefined) return replies.failWith(TOO_MANY, call);
    const details = 'The arguments could not be checked';
    const given = { details, cause: thrown, effect: 'none', masked: true } as const;
    return replies.failWith({ condition: 'internal', given }, call);
  };

  const notRun = async (result: unknown, call: GuardedCall): Promise<FailureBody> => {
    const { name = '', arguments: value, task } = (call.request.params ?? {}) as ToolParams;
    const { execution, inputSchema } = mcp._registeredTools[name] ?? {};
    if (execution?.taskSupport === 'required' && task === undefined)
      return replies.failWith(needsTask(name), call);
    // The arguments of a task are checked by the SDK, which keeps what it found to itself.
    const issues = await issuesOf(inputSchema, value ?? {});
    if (issues !== undefined)
      return replies.fail(
        describeIssues(issues, { value, schema: await inputSchemaOf(mcp, name) }),
        call,
      );
    const given = { details: 'The tool could not be run', cause: firstText(result), masked: true };
    return replies.failWith({ condition: 'internal', given }, call);
  };

  const after = (result: unknown, call: GuardedCall): Maybe<FailureBody> => {
    const { outcome } = call;
    const { name = '', arguments: value } = (call.request.params ?? {}) as ToolParams;
    if (outcome === undefined) return notRun(result, call);
    if ('ran' in outcome) return replies.broken({ cause: firstText(result), why: MISMATCH }, call);
    if ('unsendable' in outcome) return replies.broken(outcome.unsendable, call);
    if (!('refused' in outcome)) {
      const strict = mcp._registeredTools[name]?.outputSchema !== undefined;
      return passReported(result as object, call, replies, strict);
    }
    const { reason } = outcome.refused;
    if ('thrown' in reason) return refused(reason.thrown, call);
    return whenReady(inputSchemaOf(mcp, name), (schema) =>
      replies.fail(describeIssues(reason.issues, { value, schema }), call),
    );
  };

  return {
    seam: true,
    before: (request) => unknownTool(request, mcp),
    after,
    thrown(thrown) {
      const error = asSdkError(thrown);
      // The request was valid, and wrong arguments give a result: so the SDK rejected what the tool returned.
      return error?.code === -32602 && error.data === undefined
        ? unsent({ cause: thrown, why: 'it is not a tool result' })
        : undefined;
    },
  };
}

const MISMATCH = 'it breaks the output schema';

function firstText(result: unknown): unknown {
  const { content } = objectOrEmpty(result);
  return Array.isArray(content) ? objectOrEmpty(content[0])['text'] : undefined;
}

/** MCP 2025-11-25, tasks: a tool that runs as a task only is not there for any other call. */
function needsTask(tool: string): ProtocolFailure {
  const given = { details: `${tool} has to be called as a task` };
  return { condition: 'method-not-found', context: { method: tool }, given };
}

function unknownTool({ params }: SdkRequest, mcp: McpServerLike): ProtocolFailure {
  const { name } = params as { name: string };
  const tools = mcp._registeredTools;
  const listed = Object.keys(tools).filter((each) => tools[each]!.enabled !== false);
  return {
    condition: 'unknown-tool',
    context: { tool: name, tool_name: name, method: name, name },
    given: unknownName('tool', name, listed),
  };
}

const TOO_MANY: ProtocolFailure = {
  condition: 'invalid-params',
  given: { details: 'The arguments have more elements than this server reads' },
};

/** Prompts: an unknown one, and arguments that do not fit. */
function inspectPrompts(mcp: McpServerLike): Inspection {
  const prompts = mcp._registeredPrompts;
  return {
    before({ params }) {
      const { name } = params as { name: string };
      return {
        condition: 'prompt-not-found',
        context: { prompt: name, name },
        given: unknownName('prompt', name, Object.keys(prompts)),
      };
    },
    async thrown(thrown, { request: { params } }) {
      const { name, arguments: args } = (params ?? {}) as { name?: string; arguments?: unknown };
      if (asSdkError(thrown)?.code !== -32602) return undefined;
      const issues = await issuesOf(prompts[name ?? '']?.argsSchema, args ?? {});
      if (issues === undefined) return undefined;
      const { context, details } = describeIssues(issues, { value: args, cause: thrown });
      return {
        condition: 'invalid-params',
        context: { ...context },
        given: { details, cause: thrown },
      };
    },
  };
}

/** Resources: both SDKs answer an unknown one with −32602, which the 2025 revisions call −32002. */
function inspectResources(mcp: McpServerLike): Inspection {
  return {
    thrown(thrown, { request }) {
      const uri = request.params?.['uri'];
      if (typeof uri !== 'string' || isRegistered(uri, mcp)) return undefined;
      // v1 lets what the parser of URLs throws escape.
      return asSdkError(thrown)?.code === -32602 || !URL.canParse(uri)
        ? { condition: 'resource-not-found', context: { uri }, given: { cause: thrown } }
        : undefined;
    },
  };
}

function isRegistered(uri: string, mcp: McpServerLike): boolean {
  try {
    const normal = new URL(uri).toString();
    return (
      Object.hasOwn(mcp._registeredResources, normal) ||
      Object.values(mcp._registeredResourceTemplates).some(
        ({ resourceTemplate }) => resourceTemplate.uriTemplate.match(normal) !== null,
      )
    );
  } catch {
    return false; // what is no URI names no resource
  }
}
