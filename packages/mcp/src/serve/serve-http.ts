import { MCP_REVISIONS } from '@errata/catalogs/mcp';
import type { Connection } from '@errata/core/server';
import {
  createHttpEdge,
  listen,
  type HttpEdge,
  type HttpEdgeOptions,
  type Listening,
  type ListenOptions,
  type OpenInfo,
} from '@errata/edges/http';
import { endOnSignals, guardProcess } from '@errata/edges/process';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import { createAnswering, type Answering } from '../guard/answering.js';
import type { GuardOptions } from '../guard/index.js';
import type { Products } from './factory.js';
import { FetchConnection, type FetchMcp } from './fetch-connection.js';
import { SdkConnection } from './sdk-connection.js';
import type { WireOptions } from './wire-options.js';

export interface SdkHttpOptions extends Omit<HttpEdgeOptions, 'contract' | 'open'> {
  /** The event bus of SDK v2 on which changes of lists and resources are published to subscribers of 2026-07-28. */
  readonly bus?: ServerEventBus;
}

/** Each session has a server of its own, with all its tools and schemas: 30 to 140 kB, so 15 to 70 MB in all. */
const MAX_SESSIONS = 512;

/** The HTTP edge in front of servers of either SDK: one server per session, or per request of 2026-07-28. */
export async function createSdkHttpEdge(
  products: Products,
  options: GuardOptions & WireOptions,
  http: SdkHttpOptions,
): Promise<HttpEdge> {
  const answering = createAnswering(options);
  const { onFault, redactor, maxResultChars } = options;
  const { bus, sessions = true, ...edge } = http;
  const serve = products.version === 2 ? await createFetch(products, bus) : undefined;
  // The edge judges every revision by its own rules; v1 speaks those with a handshake only.
  const eras = MCP_REVISIONS.filter((era) => serve !== undefined || era !== '2026-07-28');
  return createHttpEdge({
    eras,
    ...(onFault && { onFault }),
    ...(redactor && { redactor }),
    ...edge,
    sessions:
      sessions === false ? false : { max: MAX_SESSIONS, ...(sessions !== true && sessions) },
    contract: answering.contract,
    open: (info) => openFor(info, { products, answering, serve, maxResultChars }),
  });
}

export interface EndOptions {
  /** Hears that the end has begun: what is in progress gets a while longer. */
  readonly draining?: () => void;
  /** What has to be put away at the end: before a signal ends the process, and when the serving is closed. Runs once. */
  readonly ending?: () => Promise<unknown>;
}

/** A server for the edge. While it stands, a crash answers every request in progress before the process ends. */
export async function listenGuarded(
  edge: HttpEdge,
  options: ListenOptions & EndOptions,
  { redactor }: GuardOptions,
): Promise<Listening> {
  const listening = await listen(edge, options);
  let ended: Promise<unknown> | undefined;
  const end = () => (ended ??= options.ending?.() ?? Promise.resolve());
  const undo = [
    guardProcess({
      ...(redactor && { redactor }),
      connections: () => edge.connections(),
      deliver: edge.deliver,
      flush: () => listening.close({ grace: FLUSH }),
    }),
    // A program with listeners of its own decides itself when to end.
    process.listenerCount('SIGTERM') + process.listenerCount('SIGINT') > 0
      ? () => undefined
      : endOnSignals(process, endWith(listening, end, options.draining)),
  ];
  return {
    ...listening,
    async close(given) {
      undo.forEach((each) => each());
      await listening.close(given);
      await end();
    },
  };
}

/** Told once, it finishes what is in progress; told twice, somebody has no patience left. */
function endWith(
  listening: Listening,
  putAway: () => Promise<unknown>,
  draining?: () => void,
): (code: number) => void {
  let ending = false;
  return (code) => {
    if (ending) process.exit(code);
    ending = true;
    draining?.();
    void listening
      .close()
      .then(putAway)
      .finally(() => process.exit(code));
  };
}

/** Milliseconds for the last answers to leave. */
const FLUSH = 500;

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
  if (era === '2026-07-28' && serve !== undefined) {
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
