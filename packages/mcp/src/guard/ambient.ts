import type { Exchange } from '@errata/core/server';

/** What is known of the request at hand beside what its handler is given; set by whoever serves. */
export interface Ambient {
  /** What the work at hand came in. */
  find(): Exchange | undefined;
  /** Work with an exchange at hand. */
  run<T>(exchange: Exchange, work: () => T): T;
}

export const ambient: Ambient = { find: () => undefined, run: (_exchange, work) => work() };
