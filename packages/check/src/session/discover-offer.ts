import { membersOf } from '../json/json.js';
import { NO_OFFER, type Offer, type OfferedPrompt, type OfferedTool } from './offer.js';
import type { Session } from './session.js';
import type { Greeting } from './shake-hands.js';

/** Pages of one list that are asked for. */
const MOST_PAGES = 10;

/** Ask the server for everything that it says it has. */
export async function discoverOffer(
  session: Session,
  greeting: Greeting | undefined,
): Promise<Offer> {
  if (greeting?.result === undefined) return NO_OFFER;
  const capabilities = membersOf(greeting.result['capabilities']);
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
  const inMeta = membersOf(membersOf(result['_meta'])['io.modelcontextprotocol/serverInfo']);
  const beside = membersOf(result['serverInfo']);
  return Object.hasOwn(beside, 'name') ? beside : inMeta;
}

async function list(session: Session, method: string, member: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : undefined;
    const { reply } = await session.request(method, params);
    const result = membersOf(membersOf(reply?.value)['result']);
    const entries = result[member];
    if (Array.isArray(entries)) found.push(...(entries as unknown[]));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') break;
  }
  return found;
}

function toTool(entry: unknown): OfferedTool[] {
  const { name, inputSchema, annotations } = membersOf(entry);
  if (typeof name !== 'string') return [];
  return [{ name, inputSchema: membersOf(inputSchema), annotations: membersOf(annotations) }];
}

function toPrompt(entry: unknown): OfferedPrompt[] {
  const { name, arguments: given } = membersOf(entry);
  if (typeof name !== 'string') return [];
  const listed: readonly unknown[] = Array.isArray(given) ? (given as unknown[]) : [];
  return [
    {
      name,
      arguments: listed.flatMap((each) => {
        const { name: argument, required } = membersOf(each);
        return typeof argument === 'string'
          ? [{ name: argument, required: required === true }]
          : [];
      }),
    },
  ];
}

function textsOf(entry: unknown, member: string): string[] {
  const text = membersOf(entry)[member];
  return typeof text === 'string' ? [text] : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
