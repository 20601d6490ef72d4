import type { HttpEdge, Listening, ListenOptions } from '@errata/edges/http';
import type { Closed, StdioOptions } from '@errata/edges/stdio';
import type { GuardOptions } from '../guard/index.js';
import { productsOf, type SdkFactory, type ServedSdk } from './factory.js';
import type { SdkHttpOptions } from './serve-http.js';
import type { WireOptions } from '../guard/options.js';

export interface ServeStdioOptions extends GuardOptions, WireOptions {
  readonly stdio?: StdioOptions;
  readonly http?: never;
}

export interface ServeHttpOptions extends GuardOptions, WireOptions {
  /** Where to listen, and how to judge what comes in. */
  readonly http: ListenOptions & SdkHttpOptions;
  readonly stdio?: never;
}

export type ServeOptions = ServeStdioOptions | ServeHttpOptions;

/** Something that is being served. */
export interface Serving {
  close(): Promise<void>;
}

export interface StdioServing extends Serving {
  /** Settles when the client has left, with the reason. */
  readonly closed: Promise<Closed>;
}

export type HttpServing = Listening;

/**
 * Serve an MCP server of SDK v1 or v2 through our own edges, guarded: on standard input and output, or with `http` on a port. Every
 * frame is answered, ids come back digit for digit, and nothing but JSON-RPC reaches the client. HTTP takes a factory, because
 * each session needs a server of its own; so does a client on stdio that speaks either generation of the protocol.
 */
export function serve(served: ServedSdk, options?: ServeStdioOptions): Promise<StdioServing>;
export function serve(served: SdkFactory, options: ServeHttpOptions): Promise<HttpServing>;
export async function serve(served: ServedSdk, options: ServeOptions = {}): Promise<Serving> {
  const { stdio = {}, http, ...guarding } = options;
  if (http !== undefined) {
    const edge = await createSdkEdge(served as SdkFactory, options);
    const { listen } = await import('@errata/edges/http');
    return listen(edge, http);
  }
  const products = await productsOf(served, guarding);
  // Loaded here, so that whoever only guards a server does not start with our edges.
  const { serveSdkOnStdio } = await import('./serve-stdio.js');
  return serveSdkOnStdio(products, guarding, stdio);
}

/** The HTTP edge alone, for `toExpress`, `toFastify`, `toHono`, `toFetchHandler` and `toNodeHandler`. */
export async function createSdkEdge(
  served: SdkFactory,
  options: GuardOptions & WireOptions & { readonly http?: SdkHttpOptions } = {},
): Promise<HttpEdge> {
  if (typeof served !== 'function') {
    throw new TypeError(
      'HTTP takes a factory, () => server: each session needs a server of its own',
    );
  }
  const { http = {}, ...guarding } = options;
  const products = await productsOf(served, guarding, { reuse: false });
  const { createSdkHttpEdge } = await import('./serve-http.js');
  return createSdkHttpEdge(products, guarding, http);
}
