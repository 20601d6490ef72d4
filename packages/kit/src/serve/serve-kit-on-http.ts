import { erlmcpContract } from '@errata/catalogs/erlmcp';
import type {
  HttpEdge,
  HttpEdgeOptions,
  Listening,
  ListenOptions,
  SessionOptions,
} from '@errata/edges/http';
import { MAX_MESSAGE_BYTES } from '../connection/generations.js';
import type { Kit } from '../kit.js';
import { paramHeadersOf } from './param-headers.js';

/** What can be told to the edge; the kit knows the rest. Revisions with a handshake always have sessions. */
export interface KitHttpOptions extends Omit<
  HttpEdgeOptions,
  'contract' | 'open' | 'eras' | 'sessions'
> {
  readonly sessions?: SessionOptions;
}

/** The HTTP edge in front of a kit, for a server that there is already. */
export async function createKitHttpEdge(kit: Kit, options: KitHttpOptions = {}): Promise<HttpEdge> {
  const { contract = erlmcpContract, eras, onFault, redactor } = kit.options;
  const { maxMessageBytes = MAX_MESSAGE_BYTES } = kit.options;
  const { createHttpEdge } = await import('@errata/edges/http');
  return createHttpEdge({
    ...(eras && { eras }),
    ...(onFault && { onFault }),
    ...(redactor && { redactor }),
    paramHeaders: (name) => paramHeadersOf(kit.tool(name)?.inputSchema),
    ...options,
    limits: { maxBytes: maxMessageBytes, ...options.limits },
    contract,
    open: ({ era, channel }) => kit.open({ era, channel }),
  });
}

/** Serve a kit over Streamable HTTP. Closing it first ends what clients listen to, then waits for what is in progress. */
export async function serveKitOnHttp(
  kit: Kit,
  options: KitHttpOptions & ListenOptions = {},
): Promise<Listening> {
  const { listen } = await import('@errata/edges/http');
  return listen(await createKitHttpEdge(kit, options), options);
}
