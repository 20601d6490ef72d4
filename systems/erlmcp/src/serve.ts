import type { Listening } from '@errata/edges/http';
import type { StdioEdge } from '@errata/edges/stdio';
import * as kit from '@errata/kit';
import { hostAndPort, isLoopback } from '@errata/edges/service';
import { createSample, type SampleOptions } from './sample/create-sample.js';

/** Serve the sample on standard input and output. */
export function serveStdio(options: SampleOptions = {}): Promise<StdioEdge> {
  return kit.serveStdio(createSample(options));
}

/** Where a port is opened, and for whom. */
export interface PortOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** There are no tokens here: required for every address but loopback. */
  readonly trustEverybody?: boolean;
}

/** The sample, and where it is served. */
export interface ServeOptions extends SampleOptions {
  readonly listen?: PortOptions;
}

/** Serve the sample over Streamable HTTP, at /mcp. */
export async function serveHttp({
  listen: where = {},
  ...sample
}: ServeOptions = {}): Promise<Listening> {
  const { port, host, local } = placeOf(where);
  // Beyond loopback its host names are not known.
  const hosts = local ? {} : ({ allowedHosts: '*' } as const);
  return kit.serveHttp(createSample(sample), { port, host, ...hosts });
}

/** A server that listens for lines. */
export interface TcpServing {
  /** `tcp://127.0.0.1:4000` */
  readonly url: string;
  readonly port: number;
  /** Finish what is in progress, and hang up. */
  close(): Promise<void>;
}

/** Serve the sample over TCP, a message per line. */
export async function serveTcp({
  listen: where = {},
  ...sample
}: ServeOptions = {}): Promise<TcpServing> {
  const { port, host } = placeOf(where);
  const listening = await kit.serveTcp(createSample(sample), { port, host });
  const { port: taken } = listening.address;
  return {
    url: `tcp://${hostAndPort(host, taken)}`,
    port: taken,
    close: () => listening.close(),
  };
}

/** Where to listen. Throws if every caller would be let in without `trustEverybody`. */
function placeOf({ port = 0, host = '127.0.0.1', trustEverybody = false }: PortOptions) {
  const local = isLoopback(host);
  if (!local && !trustEverybody) {
    throw new TypeError(`there are no tokens here: --host ${host} needs --trust-everybody`);
  }
  return { port, host, local };
}
