import { createRef } from '@errata/core/internal';
import { currentExchange } from '@errata/mcp';
import { versionOf } from '@errata/edges/service';
import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallerIdentity } from '../access/token-list.js';
import type { ToolResult, ToolsCallContext, ToolsCallParams } from '../gate/handle-tools-call.js';
import { TOOL_ARGUMENTS } from '../tools/arguments.js';
import type { AnyTool } from '../tools/tool.js';
import { INSTRUCTIONS, TOOLS } from '../tools/tools.js';

const VERSION = versionOf(new URL('../../package.json', import.meta.url));

/** What a server of the gateway is made of. */
export interface Ways {
  /** `handleToolsCall` of one gateway. */
  handle(
    params: ToolsCallParams,
    call: Pick<ToolsCallContext, 'identity' | 'ref' | 'signal'>,
  ): Promise<ToolResult>;
  readonly tools: ReturnType<typeof listTools>;
}

/** One MCP server: the tools behind `handleToolsCall`. A caller without a token is `anonymous`. */
export function createMcpServer({ handle, tools }: Ways, anonymous: CallerIdentity): Server {
  const identityOf = ({ http }: ServerContext): CallerIdentity =>
    (http?.authInfo as unknown as CallerIdentity | undefined) ?? anonymous;
  const server = new Server(
    { name: 'errata-engram', title: 'Engram memory gateway', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    handle(params, {
      identity: identityOf(context),
      ref: currentExchange()?.ref ?? createRef(),
      signal: context.mcpReq.signal,
    }),
  );
  return server;
}

/** The tools as clients see them. The tools of a module that is switched off are listed too: they say so when they are called. */
export function listTools() {
  return (Object.values(TOOLS) as AnyTool[]).map((tool) => {
    const { name, title, description, output } = tool;
    return {
      ...{ name, title, description },
      annotations: { title, ...hintsOf(tool), openWorldHint: false },
      inputSchema: schemaOf(TOOL_ARGUMENTS[name], 'input'),
      outputSchema: schemaOf(output.extend(EVERY_RESULT), 'output'),
    };
  });
}

const EVERY_RESULT = {
  ok: z.boolean().describe('false: the gateway decided against it'),
  correlation_id: z.string().describe('Names this call in the audit and in logs'),
};

function hintsOf(tool: AnyTool) {
  return {
    readOnlyHint: tool.effect === 'read',
    destructiveHint: tool.effect === 'write' && tool.destructive,
    idempotentHint: tool.effect === 'read' || tool.idempotent,
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  // A refusal has fewer members than a success, and both may get more.
  return (io === 'input' ? json : { ...json, ...OPEN }) as { type: 'object' };
}

const OPEN = { required: ['ok', 'correlation_id'], additionalProperties: true };
