import type { HttpEdge, Listening, ListenOptions } from '@errata/edges/http';
import type { Closed, StdioOptions } from '@errata/edges/stdio';
import { assertOptions, GUARD_OPTIONS, type GuardOptions } from '../guard/index.js';
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
  const { guarding, wire } = split(options, STDIO_OPTIONS);
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
  const edge = await createHttpEdge(served, options);
  const edges = await import('@errata/edges/http');
  return edges.serveHttp(edge, options);
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
  const { guarding, wire } = split(options, HTTP_OPTIONS);
  const products = await productsOf(served, guarding, { reuse: false });
  const edges = await import('./http-edge.js');
  return edges.createHttpEdgeFor(products, guarding, wire);
}

/** Splits the options for guard and transport. Throws for a name that neither has. */
function split<T extends object>(options: GuardOptions & WireOptions & T, known: object) {
  assertOptions(options, known);
  const entries = Object.entries(options);
  const isGuards = ([name]: [string, unknown]) => Object.hasOwn(GUARD_OPTIONS, name);
  return {
    guarding: Object.fromEntries(entries.filter(isGuards)) as GuardOptions & WireOptions,
    wire: Object.fromEntries(entries.filter((entry) => !isGuards(entry))) as T,
  };
}

// Complete by their types.
const STDIO_OPTIONS: Readonly<Record<keyof StdioOptions, 0>> = {
  ...{ input: 0, output: 0, errors: 0, maxLineBytes: 0, drain: 0, ending: 0, exit: 0, crash: 0 },
  ...{ strayOutput: 0, onStray: 0, redactor: 0, process: 0 },
};

const HTTP_OPTIONS: Readonly<Record<keyof SdkHttpOptions | keyof ListenOptions, 0>> = {
  ...{ port: 0, host: 0, path: 0, routes: 0, guardProcess: 0, drain: 0, draining: 0, ending: 0 },
  ...{ eras: 0, sessions: 0, bus: 0, authorize: 0, challenge: 0, ownerOf: 0, trustProxy: 0 },
  ...{ refHeader: 0, paramHeaders: 0, allowedHosts: 0, allowedOrigins: 0, limits: 0 },
  ...{ bodyTimeout: 0, maxBuffered: 0, keepAlive: 0, onFault: 0, redactor: 0, budget: 0 },
  ...{ now: 0, randomUUID: 0 },
};
