import { isLoopback } from '@errata/system/service';
import type { SampleOptions } from '../sample/index.js';

/** Where a port is opened, and for whom. */
export interface PortOptions {
  /** A free one unless told. */
  readonly port?: number;
  /** 127.0.0.1 unless told. */
  readonly host?: string;
  /** Nobody shows a token here: beyond loopback, whoever opens a port has to say that this is meant. */
  readonly trustEverybody?: boolean;
}

/** The sample, and where it is served. */
export interface ServeOptions extends SampleOptions {
  readonly listen?: PortOptions;
}

/** Where to listen. Throws where strangers would be let in and nobody has said so. */
export function placeOf({ port = 0, host = '127.0.0.1', trustEverybody = false }: PortOptions) {
  const local = isLoopback(host);
  if (!local && !trustEverybody) {
    throw new TypeError(
      `nobody shows a token here: to listen on ${host}, say that everybody is trusted (--trust-everybody)`,
    );
  }
  return { port, host, local };
}
