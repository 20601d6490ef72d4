import { objectOrEmpty } from '../json/json.js';
import type { CheckSession } from './session.js';
import type { Greeting } from './open-session.js';

/** A tool as the server lists it. */
export interface OfferedTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
}

interface OfferedPrompt {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

/** What a server says that it is and has. */
export interface ServerOffer {
  readonly server: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly tools: readonly OfferedTool[];
  readonly resources: readonly string[];
  readonly templates: readonly string[];
  readonly prompts: readonly OfferedPrompt[];
}

export const NO_OFFER: ServerOffer = {
  server: { name: '', version: '' },
  capabilities: {},
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
};

/** Pages of one list that are asked for. */
const MOST_PAGES = 10;

/** Ask the server for everything that it says it has. */
export async function discoverOffer(
  session: CheckSession,
  greeting: Greeting | undefined,
): Promise<ServerOffer> {
  if (greeting?.result === undefined) return NO_OFFER;
  const capabilities = objectOrEmpty(greeting.result['capabilities']);
  const { name, version } = serverInfoOf(greeting.result);
  const has = (capability: string): boolean => Object.hasOwn(capabilities, capability);
  const [tools, resources, templates, prompts] = [
    has('tools') ? await list(session, 'tools/list', 'tools') : [],
    has('resources') ? await list(session, 'resources/list', 'resources') : [],
    has('resources') ? await list(session, 'resources/templates/list', 'resourceTemplates') : [],
    has('prompts') ? await list(session, 'prompts/list', 'prompts') : [],
  ];
  return {
    server: { name: textOf(name), version: textOf(version) },
    capabilities,
    tools: tools.flatMap(toTool),
    resources: resources.flatMap((each) => textsOf(each, 'uri')),
    templates: templates.flatMap((each) => textsOf(each, 'uriTemplate')),
    prompts: prompts.flatMap(toPrompt),
  };
}

/** 2026-07-28 puts it into `_meta`, and earlier revisions beside the capabilities. */
function serverInfoOf(result: Readonly<Record<string, unknown>>) {
  const inMeta = objectOrEmpty(
    objectOrEmpty(result['_meta'])['io.modelcontextprotocol/serverInfo'],
  );
  const beside = objectOrEmpty(result['serverInfo']);
  return Object.hasOwn(beside, 'name') ? beside : inMeta;
}

async function list(session: CheckSession, method: string, member: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : undefined;
    const { reply } = await session.request(method, params);
    const result = objectOrEmpty(objectOrEmpty(reply?.value)['result']);
    const entries = result[member];
    if (Array.isArray(entries)) found.push(...(entries as unknown[]));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') break;
  }
  return found;
}

function toTool(entry: unknown): OfferedTool[] {
  const { name, inputSchema, annotations } = objectOrEmpty(entry);
  if (typeof name !== 'string') return [];
  return [
    { name, inputSchema: objectOrEmpty(inputSchema), annotations: objectOrEmpty(annotations) },
  ];
}

function toPrompt(entry: unknown): OfferedPrompt[] {
  const { name, arguments: given } = objectOrEmpty(entry);
  if (typeof name !== 'string') return [];
  const listed: readonly unknown[] = Array.isArray(given) ? (given as unknown[]) : [];
  return [
    {
      name,
      arguments: listed.flatMap((each) => {
        const { name: argument, required } = objectOrEmpty(each);
        return typeof argument === 'string'
          ? [{ name: argument, required: required === true }]
          : [];
      }),
    },
  ];
}

function textsOf(entry: unknown, member: string): string[] {
  const text = objectOrEmpty(entry)[member];
  return typeof text === 'string' ? [text] : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
