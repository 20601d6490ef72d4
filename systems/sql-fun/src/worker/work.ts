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

/** Does the work, in the worker. */
export type RunWork = (work: Work, onLoading: OnLoading) => unknown;
