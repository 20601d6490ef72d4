import { MCP_REVISIONS } from '@errata/catalogs/mcp';
import { MODERN, type Connection } from '@errata/core/internal';
import {
  createHttpEdge,
  type HttpEdge,
  type HttpEdgeOptions,
  type OpenInfo,
} from '@errata/edges/http';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import { createAnswering, type Answering } from '../guard/answering.js';
import type { GuardOptions } from '../guard/index.js';
import type { Products } from './factory.js';
import { FetchConnection, type FetchMcp } from './fetch-connection.js';
import { SdkConnection } from './sdk-connection.js';
import type { WireOptions } from '../guard/options.js';

/** The options of the HTTP edge. */
export interface SdkHttpOptions extends Omit<HttpEdgeOptions, 'contract' | 'open'> {
  /** The event bus of SDK v2 on which changes of lists and resources are published to subscribers of 2026-07-28. */
  readonly bus?: ServerEventBus;
}

/** Each session has its own server with all tools and schemas: 30 to 140 kB, so 15 to 70 MB in total. */
const MAX_SESSIONS = 512;

/** The HTTP edge in front of servers of either SDK: one server per session, or per request of 2026-07-28. */
export async function createHttpEdgeFor(
  products: Products,
  options: GuardOptions & WireOptions,
  http: SdkHttpOptions,
): Promise<HttpEdge> {
  const answering = createAnswering(options);
  const { onFault, redactor, budget, maxResultChars } = options;
  const { bus, sessions = true, ...edge } = http;
  const serve = products.version === 2 ? await createFetch(products, bus) : undefined;
  // The edge judges every revision by its own rules; v1 speaks those with a handshake only.
  const eras = MCP_REVISIONS.filter((era) => serve !== undefined || era !== MODERN);
  return createHttpEdge({
    eras,
    ...(onFault && { onFault }),
    ...(redactor && { redactor }),
    ...(budget && { budget }),
    ...edge,
    sessions:
      sessions === false ? false : { max: MAX_SESSIONS, ...(sessions !== true && sessions) },
    contract: answering.contract,
    open: (info) => openFor(info, { products, answering, serve, maxResultChars }),
  });
}

interface Behind {
  readonly products: Products;
  readonly answering: Answering;
  readonly serve: FetchMcp | undefined;
  readonly maxResultChars: number | undefined;
}

function openFor(
  { era, channel, sessionId, auth }: OpenInfo,
  { products, answering, serve, maxResultChars }: Behind,
): Connection {
  if (era === MODERN && serve !== undefined) {
    return new FetchConnection(serve, answering, maxResultChars);
  }
  return new SdkConnection({
    answering,
    channel,
    era,
    maxResultChars,
    ...(sessionId !== undefined && { sessionId }),
    attach: async (transport) => {
      const context = { era: 'legacy', ...(auth !== undefined && { authInfo: auth }) } as const;
      await (await products.create(context)).connect(transport);
    },
  });
}

async function createFetch(products: Products, bus?: ServerEventBus): Promise<FetchMcp> {
  const sdk = await import('@modelcontextprotocol/server');
  const handler = sdk.createMcpHandler((context) => products.create(context) as never, {
    legacy: 'reject',
    ...(bus && { bus }),
  });
  return (request, options) => handler.fetch(request, options);
}
