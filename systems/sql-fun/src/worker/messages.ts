import type { Failure } from './failure.js';
import type { Work } from './work.js';

/** To the worker. It gets the next one when it has answered. */
export interface Order {
  readonly id: number;
  readonly work: Work;
}

/** From the worker: it can begin, it loads a schema or has loaded it, or an order is done. */
export type Report = { readonly kind: 'ready' } | Loading | Done;

export interface Loading {
  readonly kind: 'loading' | 'loaded';
  readonly id: number;
}

export interface Done {
  readonly kind: 'done';
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: Failure;
  /** Nobody knows what the failure left behind: no more orders for this process. */
  readonly spent: boolean;
  /** Bytes of memory that the process has. */
  readonly rss: number;
}
