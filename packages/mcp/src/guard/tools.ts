import { isFault, peek } from '@errata/core/fault';
import type { Call, Met } from '@errata/core/server';
import type { Answering, Asked, Reply } from './answering.js';
import { closestName } from './closest-name.js';
import type { Inspection } from './handlers.js';
import { describeIssues, issuesOf } from './invalid-arguments.js';
import { patch } from './patch.js';
import { isFailedResult, passReported } from './reported.js';
import { asSdkError } from './sdk-error.js';
import { requestIdOf, type McpServerLike, type SdkRequest } from './sdk-shape.js';
import { inputSchemaOf } from './tool-schema.js';

/** What became of a tool before the SDK made a text of it. */
type Outcome = { readonly thrown: unknown } | { readonly reported: true };

/** The inspection of tools/call, and how to take it out again. */
export interface ToolGuard {
  readonly inspection: Inspection;
  undo(): void;
}

/**
 * `McpServer` turns whatever a tool throws into the text of a result, without code, data or cause. So the two methods that it
 * runs a tool through are watched, and what they threw is kept until its result comes by.
 */
export function guardTools(mcp: McpServerLike, answering: Answering): ToolGuard {
  const outcomes = new Map<string | number, Outcome>();
  const invalid = new WeakMap<object, unknown>();
  const undo = [
    patch(mcp, 'executeToolHandler', (original) => async (tool, args, context) => {
      const id = requestIdOf(context);
      try {
        const result = await original.call(mcp, tool, args, context);
        if (isFault(result)) throw result;
        if (isFailedResult(result) && id !== undefined) outcomes.set(id, { reported: true });
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

  const after = async (result: unknown, call: Call, asked: Asked): Promise<Reply | undefined> => {
    const outcome = outcomes.get(asked.id);
    outcomes.delete(asked.id);
    const { name = '', arguments: args } = (asked.request.params ?? {}) as ToolParams;
    const tool = mcp._registeredTools[name];
    if (outcome === undefined) {
      const issues = await issuesOf(tool?.inputSchema, args ?? {});
      if (issues !== undefined) {
        const schema = await inputSchemaOf(mcp, name);
        const cause = args === undefined ? undefined : invalid.get(args);
        return answering.fail(describeIssues(issues, { value: args, schema, cause }), call, asked);
      }
      const refused = args !== undefined && invalid.has(args);
      return answering.meet(refused ? TOO_MANY : BAD_RESULT, call, asked);
    }
    if ('thrown' in outcome) {
      const judged = tool?.inputSchema !== undefined;
      return answering.fail(judged ? beyondInput(outcome.thrown) : outcome.thrown, call, asked);
    }
    const strict = tool?.outputSchema !== undefined;
    return passReported(result as object, { answering, call, asked, strict });
  };

  return {
    inspection: {
      seam: true,
      before: (request) => refuse(request, mcp),
      concerns: isFailedResult,
      after,
      async thrown(thrown, { id }) {
        outcomes.delete(id);
        const error = asSdkError(thrown);
        // The request was looked at before, so it is the result that the SDK could not accept.
        return error?.code === -32602 && error.data === undefined ? BAD_RESULT : undefined;
      },
    },
    undo: () => undo.forEach((each) => each()),
  };
}

/** The arguments were found good before the tool ran: issues that it throws are about somebody else's data. */
function beyondInput(thrown: unknown): unknown {
  return !isFault(thrown) && Array.isArray(peek(thrown, 'issues'))
    ? new Error('The tool met data that is not valid', { cause: thrown })
    : thrown;
}

interface ToolParams {
  readonly name?: string;
  readonly arguments?: object;
}

/** A call for a tool that is not there. A disabled one is not there either. */
function refuse({ params }: SdkRequest, mcp: McpServerLike): Met | undefined {
  const { name } = params as { name: string };
  const tools = mcp._registeredTools;
  if (Object.hasOwn(tools, name) && tools[name]!.enabled !== false) return undefined;
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
