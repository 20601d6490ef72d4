import type { PortableFault } from '@errata/core/internal';

/** Who asks. */
export const CLIENT_CONTEXTS = ['cli', 'lsp', 'mcp'] as const;

export type ClientContext = (typeof CLIENT_CONTEXTS)[number];

/** One call of a method, with all that a worker has to know about it. Plain data: it goes to another process. */
export interface Work {
  readonly method: string;
  readonly params: unknown;
  /** The folder of the project. */
  readonly project: string;
  /** The id of the selected schema (default: the default of the project). */
  readonly schema?: string;
  /** In `mcp`, only what the project exposes is seen. */
  readonly context: ClientContext;
}

/** Says that a schema is being loaded, which has a limit of its own. */
export type OnLoading = (state: 'loading' | 'loaded') => void;

/** To the worker. It gets the next one when it has answered. */
export interface Order {
  readonly id: number;
  readonly work: Work;
}

/** From the worker: it can begin, it loads a schema or has loaded it, or an order is done. */
export type Report =
  { readonly kind: 'ready' } | { readonly kind: 'loading' | 'loaded'; readonly id: number } | Done;

export interface Done {
  readonly kind: 'done';
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: PortableFault;
  /** Nobody knows what the failure left behind: no more orders for this process. */
  readonly spent: boolean;
  /** Bytes of memory that the process has; 0 where it did not look. */
  readonly rss: number;
}
