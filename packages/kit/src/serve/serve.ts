import { defaultContract, withMcp } from '@errata/catalogs/mcp';
import { objectOrEmpty } from '@errata/core/internal';
import type {
  HttpEdge,
  HttpEdgeOptions,
  Listening,
  ListenOptions,
  ParamHeader,
  SessionOptions,
} from '@errata/edges/http';
import type { StdioEdge, StdioOptions } from '@errata/edges/stdio';
import type { TcpListening, TcpOptions } from '@errata/edges/tcp';
import { MAX_MESSAGE_BYTES } from '../connection/generations.js';
import type { Kit } from '../kit.js';
import type { JsonSchema } from '../schema/validator.js';

// Each wire is loaded when it is asked for.

/** Serve a kit on the standard streams of the process, or on a pair of others. */
export async function serveStdio(kit: Kit, options: StdioOptions = {}): Promise<StdioEdge> {
  const edges = await import('@errata/edges/stdio');
  return edges.serveStdio((channel) => kit.open({ channel }), { ...linesOf(kit), ...options });
}

/** Serve a kit over TCP, one message per line. Closing it ends subscriptions first, then waits for calls in progress. */
export async function serveTcp(kit: Kit, options: TcpOptions = {}): Promise<TcpListening> {
  const edges = await import('@errata/edges/tcp');
  return edges.serveTcp((channel) => kit.open({ channel }), {
    ...linesOf(kit),
    ...options,
    draining() {
      kit.endSubscriptions();
      options.draining?.();
    },
  });
}

function linesOf(kit: Kit) {
  const { maxMessageBytes = MAX_MESSAGE_BYTES, redactor } = kit.options;
  return { maxLineBytes: maxMessageBytes, ...(redactor && { redactor }) };
}

/** Options of the edge that the kit does not set itself. Revisions with a handshake always have sessions. */
export interface KitHttpOptions extends Omit<
  HttpEdgeOptions,
  'contract' | 'open' | 'eras' | 'sessions'
> {
  readonly sessions?: SessionOptions;
}

/** Serve a kit over Streamable HTTP. Closing it ends subscriptions first, then waits for calls in progress. */
export async function serveHttp(
  kit: Kit,
  options: KitHttpOptions & ListenOptions = {},
): Promise<Listening> {
  const edges = await import('@errata/edges/http');
  return edges.serveHttp(await createHttpEdge(kit, options), options);
}

/** The HTTP edge of a kit alone, for `toExpress`, `toFastify`, `toHono`, `toFetchHandler` and `toNodeHandler`. */
export async function createHttpEdge(kit: Kit, options: KitHttpOptions = {}): Promise<HttpEdge> {
  const { contract = defaultContract, eras, onFault, redactor } = kit.options;
  const { maxMessageBytes = MAX_MESSAGE_BYTES } = kit.options;
  const edges = await import('@errata/edges/http');
  return edges.createHttpEdge({
    ...(eras && { eras }),
    ...(onFault && { onFault }),
    ...(redactor && { redactor }),
    paramHeaders: (name) => paramHeadersOf(kit.tool(name)?.inputSchema),
    ...options,
    limits: { maxBytes: maxMessageBytes, ...options.limits },
    contract: withMcp(contract),
    open: ({ era, channel }) => kit.open({ era, channel }),
  });
}

const KNOWN = new WeakMap<JsonSchema, readonly ParamHeader[]>();

/** The arguments that clients of 2026-07-28 repeat as headers: those marked `x-mcp-header`, reached through `properties` alone. */
function paramHeadersOf(schema: JsonSchema | undefined): readonly ParamHeader[] | undefined {
  if (schema === undefined) return undefined;
  const known = KNOWN.get(schema);
  if (known !== undefined) return known;
  const found = [...marked(schema, [])];
  KNOWN.set(schema, found);
  return found;
}

function* marked(schema: JsonSchema, path: readonly string[]): Generator<ParamHeader> {
  for (const [name, value] of Object.entries(objectOrEmpty(schema['properties']))) {
    const property = objectOrEmpty(value);
    const header = property['x-mcp-header'];
    if (typeof header === 'string') yield { name: header, path: [...path, name] };
    yield* marked(property, [...path, name]);
  }
}
