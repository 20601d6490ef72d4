import { isFault, type Contract, type Era, type Handler } from '@errata/core';
import {
  objectOrEmpty,
  MODERN,
  SERVER_KEY,
  whenReady,
  type ToolFailures,
  type View,
} from '@errata/core/internal';
import type { Client, RequestWork } from '../call-context.js';
import type { Offer } from '../offer/offer.js';
import { complete, getPrompt, listPrompts } from './prompts.js';
import { discover, initializeWith, ping, setLevel } from './lifecycle.js';
import { listResources, listTemplates, readResource, subscribe, unsubscribe } from './resources.js';
import { callTool, listTools } from './tools.js';

/** The parts of the handlers of a revision. */
interface TableOptions {
  readonly era: Era;
  /** The revisions with a handshake that are spoken, newest first. */
  readonly handshakes: readonly Era[];
  readonly offer: Offer;
  readonly view: View;
  readonly contract: Contract;
  /** Where the failure of a tool goes. Default: by contract and revision. */
  readonly toolFailures: ToolFailures | undefined;
  /** Methods beside those of MCP. */
  readonly methods?: Readonly<Record<string, Handler>>;
}

/** The methods of every revision. */
const COMMON: Readonly<Record<string, RequestWork>> = {
  'tools/list': listTools,
  'tools/call': callTool,
  'resources/list': listResources,
  'resources/templates/list': listTemplates,
  'resources/read': readResource,
  'prompts/list': listPrompts,
  'prompts/get': getPrompt,
  'completion/complete': complete,
};

const CACHED: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
]);

/** The methods of MCP, which no method beside them may be called like. */
export const MCP_METHODS: ReadonlySet<string> = new Set([
  ...Object.keys(COMMON),
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'server/discover',
  'subscriptions/listen',
]);

/** The handlers of one revision, for all its connections. */
export function methodsOf(options: TableOptions): Readonly<Record<string, Handler>> {
  return options.era === MODERN ? modernMethods(options) : handshakeMethods(options);
}

function handshakeMethods(options: TableOptions): Readonly<Record<string, Handler>> {
  const works: Readonly<Record<string, RequestWork>> = {
    ...COMMON,
    initialize: initializeWith(options.handshakes),
    ping,
    'resources/subscribe': subscribe,
    'resources/unsubscribe': unsubscribe,
    'logging/setLevel': setLevel,
  };
  return { ...options.methods, ...mapValues(works, (work) => bind(work, options)) };
}

function modernMethods(options: TableOptions): Readonly<Record<string, Handler>> {
  const { identity } = options.offer;
  const completed =
    (handler: Handler, caching?: object): Handler =>
    (params, call) =>
      whenReady(handler(params, call), (result) => completeResult(result, identity, caching));
  const works = { ...COMMON, 'server/discover': discover };
  return {
    ...mapValues(options.methods ?? {}, (handler) => completed(handler)),
    ...mapValues(works, (work, method) =>
      completed(bind(work, options), CACHED.has(method) ? CACHING : undefined),
    ),
  };
}

function bind(work: RequestWork, options: TableOptions): Handler {
  const { era, offer, view, contract, toolFailures = contract.toolFailures(era) } = options;
  const validation = contract.definitionFor('validation')?.domain === contract.catalog.domain;
  return (params, call) => {
    const client = call.peer as Client;
    return work({
      ...{ offer, client, era, params: objectOrEmpty(params), call, view, validation },
      toolFailures: () =>
        typeof toolFailures === 'function' ? toolFailures(client.info?.name) : toolFailures,
    });
  };
}

function mapValues<T, U>(
  table: Readonly<Record<string, T>>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value, key)]));
}

/** The cache members that 2026-07-28 requires in a result: for how long, and for whom. Lists may change at any time. */
const CACHING = { ttlMs: 0, cacheScope: 'private' } as const;

/** A result of 2026-07-28, with its type and server. A fault stays unchanged. */
function completeResult(result: unknown, server: object, caching: object | undefined): unknown {
  if (isFault(result)) return result;
  const members = objectOrEmpty(result);
  return {
    resultType: 'complete',
    ...members,
    ...caching,
    _meta: { ...objectOrEmpty(members['_meta']), [SERVER_KEY]: server },
  };
}
