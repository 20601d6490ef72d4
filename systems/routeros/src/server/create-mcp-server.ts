import { routeros, TIER_FLAGS } from '@errata/catalogs/routeros';
import { versionOf } from '@errata/edges/service';
import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { User } from '../access/user.js';
import type { Gate } from '../gate/gate.js';
import type { Look, Looker } from '../gate/look.js';
import type { ToolNames } from '../gate/tool-names.js';
import { findPrompt, PROMPTS, renderPrompt } from '../prompts/prompts.js';
import { RESOURCES } from '../resources/resources.js';
import type { RouterosServices } from '../services.js';
import { INSTRUCTIONS, TOOLS } from '../tools/all.js';
import type { RouterosTool } from '../tools/tool.js';

/** The manifest is two folders above both the source and the build. */
const VERSION = versionOf(new URL('../../package.json', import.meta.url));

/** What handles the requests of a client. */
interface Ways {
  readonly services: RouterosServices;
  readonly gate: Gate;
  readonly look: Look;
  /** What a client calls the tools. */
  readonly namesOf: (client: string | undefined) => ToolNames;
}

/**
 * The MCP server for one client. Every call goes through the gate. A request without a token is from `anonymous`; without that it is
 * refused.
 */
export function createMcpServer(
  { services, gate, look, namesOf }: Ways,
  anonymous: User | undefined,
): Server {
  /** Over HTTP the user that the token names, on stdio the one user. */
  const userOf = ({ http }: ServerContext): User => {
    const user = (http?.authInfo as unknown as User | undefined) ?? anonymous;
    if (user === undefined) throw routeros.UNAUTHORIZED();
    return user;
  };
  const server = new Server(
    { name: 'errata-routeros', title: 'RouterOS fleet', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: namesOf(undefined).text(INSTRUCTIONS),
    },
  );
  // Known after the handshake; on 2026-07-28 there is none, and clientInfo changes nothing.
  const names = () => namesOf(server.getClientVersion()?.name);
  server.setRequestHandler('tools/list', async () => ({ tools: listed(names()) }));
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    gate({
      name: params.name,
      arguments: params.arguments,
      user: userOf(context),
      signal: context.mcpReq.signal,
      names: names(),
      progress: progressFor(context),
    }),
  );
  const lookerOf = (context: ServerContext): Looker => ({
    user: userOf(context),
    signal: context.mcpReq.signal,
  });
  addResources(server, look, lookerOf);
  addPrompts(server, services, names, lookerOf);
  return server;
}

type LookerOf = (context: ServerContext) => Looker;

function addResources(server: Server, look: Look, lookerOf: LookerOf): void {
  const fixed = RESOURCES.flatMap(({ uri, name, title, description, mimeType }) =>
    uri === undefined ? [] : [{ uri, name, title, description, mimeType }],
  );
  const templates = RESOURCES.flatMap(({ uriTemplate, name, title, description, mimeType }) =>
    uriTemplate === undefined ? [] : [{ uriTemplate, name, title, description, mimeType }],
  );
  server.setRequestHandler('resources/list', async (_, context) => ({
    resources: [...fixed, ...(await look.list(lookerOf(context)))],
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: templates,
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => ({
    contents: [{ uri, ...(await look.read(uri, lookerOf(context))) }],
  }));
}

function addPrompts(
  server: Server,
  services: RouterosServices,
  names: () => ToolNames,
  lookerOf: LookerOf,
): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: PROMPTS.map(({ name, title, description, arguments: args }) => ({
      ...{ name, title, description },
      arguments: [...args],
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { user } = lookerOf(context);
    const prompt = findPrompt(params.name);
    const messages = renderPrompt(prompt, params.arguments ?? {}, { ...services, user });
    return {
      description: prompt.description,
      messages: messages.map(({ role, content }) => ({
        role,
        content: { ...content, text: names().text(content.text) },
      })),
    };
  });
}

function progressFor({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  return (progress: number, total: number | undefined, message: string): void => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
    // Nothing waits for it, and a client that has left does not need it.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

const LISTED = new WeakMap<ToolNames, ReturnType<typeof listTools>>();

/** Schemas take a while to write: they are made once for each form of names, not for every client. */
function listed(names: ToolNames): ReturnType<typeof listTools> {
  const known = LISTED.get(names);
  if (known !== undefined) return known;
  const made = listTools(TOOLS, names);
  LISTED.set(names, made);
  return made;
}

/** The tools as `tools/list` shows them. */
export function listTools(tools: readonly RouterosTool[], names: ToolNames) {
  return tools.map((tool) => {
    const { name, title, description, annotations, input, output } = tool;
    return {
      name: names.name(name),
      title,
      description: names.text([description, ...needs(tool)].join(' ')),
      annotations: { title, ...annotations, openWorldHint: false },
      inputSchema: schemaOf(input.strict(), 'input', names),
      outputSchema: schemaOf(output, 'output', names),
    };
  });
}

/** The flags that a device needs before the tool works on it. Setting them is the user's decision. */
function needs(tool: RouterosTool): readonly string[] {
  if (tool.on === 'service' || tool.tier === 'fundamental') return [];
  const flags = [TIER_FLAGS[tool.tier], ...(tool.flag === undefined ? [] : [tool.flag])];
  return [`Needs ${flags.join(' and ')} on the device (ask the user).`];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', names: ToolNames) {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  return JSON.parse(names.text(JSON.stringify(json))) as { type: 'object' };
}
