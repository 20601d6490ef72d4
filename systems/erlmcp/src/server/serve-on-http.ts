import type { Listening } from '@errata/edges/http';
import { serveKitOnHttp } from '@errata/kit';
import { createSample } from '../sample/index.js';
import { placeOf, type ServeOptions } from './port-options.js';

/** Serve the sample over Streamable HTTP, at /mcp. */
export async function serveOnHttp({
  listen: where = {},
  ...sample
}: ServeOptions = {}): Promise<Listening> {
  const { port, host, local } = placeOf(where);
  // Beyond loopback nobody knows by which names it is called.
  const hosts = local ? {} : ({ allowedHosts: '*' } as const);
  return serveKitOnHttp(createSample(sample), { port, host, ...hosts });
}
