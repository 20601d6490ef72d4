import type { WireExchange } from '../exchange.js';
import { objectOrEmpty } from '../json/json.js';
import { HttpSession } from './http-session.js';
import { splitExchange } from './link-log.js';
import { idTextOf } from './messages.js';
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

/** Milliseconds in which a list is asked for alone before the next one is. */
const PACE = 150;

const LISTS = [
  { capability: 'tools', method: 'tools/list', member: 'tools' },
  { capability: 'resources', method: 'resources/list', member: 'resources' },
  { capability: 'resources', method: 'resources/templates/list', member: 'resourceTemplates' },
  { capability: 'prompts', method: 'prompts/list', member: 'prompts' },
] as const;

/** Ask the server for everything that it says it has. */
export async function discoverOffer(
  session: CheckSession,
  greeting: Greeting | undefined,
): Promise<ServerOffer> {
  if (greeting?.result === undefined) return NO_OFFER;
  const capabilities = objectOrEmpty(greeting.result['capabilities']);
  const { name, version } = serverInfoOf(greeting.result);
  const has = (capability: string): boolean => Object.hasOwn(capabilities, capability);
  const offered = LISTS.filter(({ capability }) => has(capability));
  const first = await askTogether(
    session,
    offered.map(({ method }) => session.write(method)),
  );
  const lists: unknown[][] = [];
  for (const each of LISTS) lists.push(await list(session, each, first[offered.indexOf(each)]));
  const [tools = [], resources = [], templates = [], prompts = []] = lists;
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

/** Those that get no reply are waited for together. */
async function askTogether(
  session: CheckSession,
  texts: readonly string[],
): Promise<readonly WireExchange[]> {
  if (texts.length === 0) return [];
  if (session instanceof HttpSession) {
    return Promise.all(texts.map((text) => session.say({ texts: [text], expects: 'reply' })));
  }
  const exchange = await session.say({ texts, expects: 'reply', pace: PACE });
  // Of a long list, the log keeps the beginning only.
  return splitExchange(exchange, session.log).map((each, index) => ({
    ...each,
    reply: exchange.responses.find(({ text }) => isUnder(text, texts[index]!)) ?? each.reply,
  }));
}

const isUnder = (reply: string, request: string): boolean => idTextOf(reply) === idTextOf(request);

/** The entries of a list from its first page on. */
async function list(
  session: CheckSession,
  { method, member }: (typeof LISTS)[number],
  first: WireExchange | undefined,
): Promise<unknown[]> {
  const found: unknown[] = [];
  let exchange = first;
  for (let page = 1; exchange !== undefined; page += 1) {
    const result = objectOrEmpty(objectOrEmpty(exchange.reply?.value)['result']);
    const entries = result[member];
    if (Array.isArray(entries)) found.push(...(entries as unknown[]));
    const cursor = result['nextCursor'];
    const isLast = typeof cursor !== 'string' || page === MOST_PAGES;
    exchange = isLast ? undefined : await session.request(method, { cursor });
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
