import { createRef } from '@errata/core/fault';
import { currentExchange } from '@errata/mcp';
import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { versionOf } from '@errata/system/service';
import type { Identity } from '../access/index.js';
import type { ToolResult, ToolsCallContext, ToolsCallParams } from '../gate/index.js';
import type { listTools } from './list-tools.js';

const INSTRUCTIONS = [
  'A memory that outlives conversations. Search with memory_query before you ask the user again; store what will be needed later with memory_store.',
  'What says DEGRADED or REDIRECTED in its first line has worked, by the second-best way: do not repeat it.',
  'Refusals name their rule. reliability_report tells how the gateway is doing.',
].join(' ');

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
export function createMcpServer({ handle, tools }: Ways, anonymous: Identity): Server {
  const identityOf = ({ http }: ServerContext): Identity =>
    (http?.authInfo as unknown as Identity | undefined) ?? anonymous;
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
