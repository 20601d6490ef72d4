import type { HttpEdge, Listening, ListenOptions } from '@errata/edges/http';
import type { Closed, StdioOptions } from '@errata/edges/stdio';
import type { AllowedOptions } from '@errata/core/internal';
import { assertGuardOptions, GUARD_OPTIONS, type GuardOptions } from '../guard/index.js';
import type { WireOptions } from '../guard/options.js';
import { productsOf, type SdkFactory, type ServedSdk } from './factory.js';
import type { SdkHttpOptions } from './http-edge.js';

/** Options of `serveStdio`: how failures are answered, and the streams. */
export interface ServeStdioOptions extends GuardOptions, WireOptions, StdioOptions {}

/** Options of `serveHttp`: how failures are answered, where to listen, and what is let in. */
export interface ServeHttpOptions
  extends GuardOptions, WireOptions, ListenOptions, Omit<SdkHttpOptions, keyof GuardOptions> {}

/** A server on standard input and output. */
export interface StdioServing {
  /** Settles when the client has left, with the reason. */
  readonly closed: Promise<Closed>;
  close(): Promise<void>;
}

/** A server that listens: its `url` and `port`, and `close`. */
export type HttpServing = Listening;

/**
 * Serve an MCP server of SDK v1 or v2 on standard input and output, guarded. Every frame is answered, ids come back digit for digit, and
 * nothing but JSON-RPC reaches the client. With a factory, a client may speak either generation of the protocol.
 *
 * @example await serveStdio(() => createMyServer());
 */
export async function serveStdio(
  served: ServedSdk,
  options: ServeStdioOptions = {},
): Promise<StdioServing> {
  const { guarding, wire } = split('serveStdio', options, STDIO_OPTIONS);
  const products = await productsOf(served, guarding);
  // Loaded here, so that a server that is only guarded does not load our edges.
  const { serveOnStdio } = await import('./stdio-edge.js');
  return serveOnStdio(products, guarding, wire);
}

/**
 * Serve MCP servers of SDK v1 or v2 over Streamable HTTP, guarded: statuses, sessions, `Origin` and `Host`, limits. It takes a factory,
 * because each session needs a server of its own.
 *
 * @example await serveHttp(() => createMyServer(), { port: 3000 });
 */
export async function serveHttp(
  served: SdkFactory,
  options: ServeHttpOptions = {},
): Promise<HttpServing> {
  const { wire } = split('serveHttp', options, HTTP_OPTIONS);
  const edge = await createHttpEdge(served, options);
  const edges = await import('@errata/edges/http');
  // The SDK's own; the edge knows no such option.
  const { bus: _bus, ...listening } = wire as SdkHttpOptions & ListenOptions;
  return edges.serveHttp(edge, listening);
}

/** The HTTP edge alone, for `toExpress`, `toFastify`, `toHono`, `toFetchHandler` and `toNodeHandler`. */
export async function createHttpEdge(
  served: SdkFactory,
  options: ServeHttpOptions = {},
): Promise<HttpEdge> {
  if (typeof served !== 'function') {
    throw new TypeError(
      'HTTP takes a factory, () => server: each session needs a server of its own',
    );
  }
  const { guarding, wire } = split('createHttpEdge', options, HTTP_OPTIONS);
  const products = await productsOf(served, guarding, { reuse: false });
  const edges = await import('./http-edge.js');
  return edges.createHttpEdgeFor(products, guarding, wire);
}

/** What is for the guard and what is for the wire. A name that neither has is a mistake. */
function split<T extends object>(
  what: string,
  options: GuardOptions & WireOptions & T,
  known: object,
) {
  assertGuardOptions(what, options, known);
  const entries = Object.entries(options);
  const isGuards = ([name]: [string, unknown]) => Object.hasOwn(GUARD_OPTIONS, name);
  return {
    guarding: Object.fromEntries(entries.filter(isGuards)) as GuardOptions & WireOptions,
    wire: Object.fromEntries(entries.filter((entry) => !isGuards(entry))) as T,
  };
}

// The edge checks the values of its options.
const STDIO_OPTIONS: AllowedOptions<StdioOptions> = {
  ...{ input: [], output: [], errors: [], maxLineBytes: [], drain: [], ending: [], exit: [] },
  ...{ crash: [], strayOutput: [], onStray: [], redactor: [], process: [] },
};

const HTTP_OPTIONS: AllowedOptions<SdkHttpOptions & ListenOptions> = {
  ...{ port: [], host: [], path: [], routes: [], guardProcess: [], drain: [], draining: [] },
  ...{ ending: [], eras: [], sessions: [], bus: [], authorize: [], challenge: [], ownerOf: [] },
  ...{ trustProxy: [], refHeader: [], paramHeaders: [], allowedHosts: [], allowedOrigins: [] },
  ...{ limits: [], bodyTimeout: [], maxBuffered: [], keepAlive: [], onFault: [], redactor: [] },
  ...{ budget: [], now: [], randomUUID: [] },
};
