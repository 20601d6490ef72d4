import { membersOf } from '@errata/core/contract';
import type { Call, Met } from '@errata/core/server';
import type { Answering, Asked, Reply } from './answering.js';
import { closestName } from './closest-name.js';
import type { Inspection } from './inspection.js';
import { describeIssues, issuesOf } from './invalid-arguments.js';
import type { Refusal } from './refusals.js';
import { passReported } from './reported.js';
import { asSdkError } from './sdk-error.js';
import type { McpServerLike, SdkRequest } from './sdk-shape.js';
import { inputSchemaOf } from './tool-schema.js';
import type { Watch } from './watch.js';

/** What becomes of tools/call on an `McpServer`. */
export function inspectTools(
  mcp: McpServerLike,
  { outcomes, refusals }: Watch,
  answering: Answering,
): Inspection {
  const refused = async (refusal: Refusal, call: Call, asked: Asked): Promise<Reply> => {
    const { name = '', arguments: args } = asked.request.params as ToolParams;
    const { inputSchema } = mcp._registeredTools[name] ?? {};
    if ('issues' in refusal) {
      const given = { value: args, schema: await inputSchemaOf(mcp, name) };
      return answering.fail(describeIssues(refusal.issues, given), call, asked);
    }
    const { thrown, limited } = refusal;
    const issues = limited ? await issuesOf(inputSchema, args ?? {}) : undefined;
    if (issues !== undefined)
      return answering.fail(describeIssues(issues, { value: args }), call, asked);
    if (asSdkError(thrown) !== undefined) return answering.meet(TOO_MANY, call, asked);
    const given = {
      details: 'The arguments could not be checked',
      cause: thrown,
      effect: 'none',
    } as const;
    return answering.meet({ condition: 'internal', given }, call, asked);
  };

  const after = async (result: unknown, call: Call, asked: Asked): Promise<Reply | undefined> => {
    const refusal = refusals.take(firstText(result));
    if (refusal !== undefined) return refused(refusal, call, asked);
    const { name = '', task } = (asked.request.params ?? {}) as ToolParams;
    const tool = mcp._registeredTools[name];
    const outcome = asked.signal && outcomes.get(asked.signal);
    if (outcome === undefined) {
      const wanting = tool?.execution?.taskSupport === 'required' && task === undefined;
      const given = { details: 'The tool could not be run', cause: firstText(result) };
      const met = wanting ? needsTask(name) : ({ condition: 'internal', given } as const);
      return answering.meet(met, call, asked);
    }
    if ('thrown' in outcome) return answering.fail(outcome.thrown, call, asked);
    if ('ran' in outcome) return answering.meet(BAD_RESULT, call, asked);
    const strict = tool?.outputSchema !== undefined;
    return passReported(result as object, { answering, call, asked, strict });
  };

  return {
    seam: true,
    before: (request) => unknownTool(request, mcp),
    after,
    async thrown(thrown) {
      const error = asSdkError(thrown);
      // The request was looked at before, and bad arguments are told in a result: it is what the tool returned that the SDK
      // could not accept.
      return error?.code === -32602 && error.data === undefined ? BAD_RESULT : undefined;
    },
  };
}

function firstText(result: unknown): unknown {
  const { content } = membersOf(result);
  return Array.isArray(content) ? membersOf(content[0])['text'] : undefined;
}

/** MCP 2025-11-25, tasks: a tool that runs as a task only is not there for any other call. */
function needsTask(tool: string): Met {
  const given = { details: `${tool} has to be called as a task` };
  return { condition: 'method-not-found', context: { method: tool }, given };
}

interface ToolParams {
  readonly name?: string;
  readonly arguments?: object;
  readonly task?: unknown;
}

function unknownTool({ params }: SdkRequest, mcp: McpServerLike): Met {
  const { name } = params as { name: string };
  const tools = mcp._registeredTools;
  const listed = Object.keys(tools).filter((each) => tools[each]!.enabled !== false);
  const near = closestName(name, listed);
  return {
    condition: 'unknown-tool',
    context: { tool: name, tool_name: name, method: name, name },
    ...(near !== undefined && {
      given: { details: `No tool ${JSON.stringify(name)}; did you mean ${near}?` },
    }),
  };
}

const TOO_MANY: Met = {
  condition: 'invalid-params',
  given: { details: 'The arguments have more elements than this server reads' },
};

/** The tool has done its work, and nobody can be shown what it returned. */
const BAD_RESULT: Met = {
  condition: 'internal',
  given: {
    details: 'The tool returned something that is not the result it declares',
    effect: 'done',
  },
};
