import type { Listening } from '@errata/edges/http';
import { createKitHttpEdge } from '@errata/kit';
import { createSample } from '../sample/index.js';
import { guardServing } from '@errata/edges/process';
import { placeOf, type ServeOptions } from './port-options.js';

/** Serve the sample over Streamable HTTP, at /mcp. */
export async function serveOnHttp({
  listen: where = {},
  ...sample
}: ServeOptions = {}): Promise<Listening> {
  const { port, host, local } = placeOf(where);
  const kit = createSample(sample);
  // Beyond loopback nobody knows by which names it is called.
  const edge = await createKitHttpEdge(kit, local ? {} : { allowedHosts: '*' });
  const { listen } = await import('@errata/edges/http');
  const listening = await listen(edge, { port, host });
  const close: Listening['close'] = (given) => {
    kit.endSubscriptions();
    return listening.close(given);
  };
  const release = guardServing({
    redactor: sample.redactor,
    connections: () => edge.connections(),
    deliver: edge.deliver,
    flush: () => listening.close({ grace: FLUSH }),
    close,
  });
  return {
    ...listening,
    close(given) {
      release();
      return close(given);
    },
  };
}

/** Milliseconds for the last answers to leave. */
const FLUSH = 500;
