import { isFault, peek } from '@errata/core/fault';
import type { Call, Met } from '@errata/core/server';
import type { Answering, Asked, Reply } from './answering.js';
import { closestName } from './closest-name.js';
import type { Inspection } from './inspection.js';
import { describeIssues, issuesOf } from './invalid-arguments.js';
import { passReported } from './reported.js';
import { asSdkError } from './sdk-error.js';
import type { McpServerLike, SdkRequest } from './sdk-shape.js';
import { inputSchemaOf } from './tool-schema.js';
import type { Watch } from './watch.js';

/** What becomes of tools/call on an `McpServer`. */
export function inspectTools(
  mcp: McpServerLike,
  { outcomes, invalid }: Watch,
  answering: Answering,
): Inspection {
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
    seam: true,
    before: (request) => unknownTool(request, mcp),
    after,
    async thrown(thrown, { id }) {
      outcomes.delete(id);
      const error = asSdkError(thrown);
      // The request was looked at before, so it is the result that the SDK could not accept.
      return error?.code === -32602 && error.data === undefined ? BAD_RESULT : undefined;
    },
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
