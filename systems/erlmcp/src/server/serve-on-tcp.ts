import { serveKitOnTcp } from '@errata/kit';
import { hostAndPort } from '@errata/system/service';
import { createSample } from '../sample/index.js';
import { placeOf, type ServeOptions } from './port-options.js';

/** A server that listens for lines. */
export interface TcpServing {
  /** `tcp://127.0.0.1:4000` */
  readonly url: string;
  readonly port: number;
  /** Finish what is in progress, and hang up. */
  close(): Promise<void>;
}

/** Serve the sample over TCP, a message per line. */
export async function serveOnTcp({
  listen: where = {},
  ...sample
}: ServeOptions = {}): Promise<TcpServing> {
  const { port, host } = placeOf(where);
  const listening = await serveKitOnTcp(createSample(sample), { port, host });
  const { port: taken } = listening.address;
  return {
    url: `tcp://${hostAndPort(host, taken)}`,
    port: taken,
    close: () => listening.close(),
  };
}
