/**
 * What a host does with a failure before its model sees anything. Observed behaviour of one date: hosts change, so every
 * profile says when and where it was seen.
 */
export interface HostProfile {
  readonly id: string;
  readonly name: string;
  /** The date to which the observation belongs. */
  readonly observed: string;
  /** How it is known: the code was read, it was run, users reported it, or it is concluded from code. */
  readonly evidence: 'source' | 'measured' | 'reported' | 'inferred';
  readonly sources: readonly string[];
  /** How it introduces itself. Only names that are surely its own: a name that others share is not listed. */
  readonly clientNames: readonly ClientName[];
  /** Why there is no name; present exactly where `clientNames` is empty. */
  readonly nameless?: string;
  readonly rpcError: RpcErrorView;
  readonly toolError: ToolErrorView;
  /** Where a failed tool call should go for this host. */
  readonly toolFailures: 'rpc' | 'tool';
  readonly because: string;
}

/** A `clientInfo.name` that a host sends. */
export interface ClientName {
  readonly name: string;
  /** `prefix`: what follows is not the host's own, such as the user's name for the server. */
  readonly match: 'exact' | 'prefix';
  readonly source: string;
  /** The date to which the source belongs. */
  readonly observed: string;
}

/** What of a JSON-RPC error gets to the model. */
export interface RpcErrorView {
  /** `exception`: it is thrown at the program around the model, and the model sees nothing unless that shows it. */
  readonly reaches: 'model' | 'exception';
  readonly message: boolean;
  readonly code: boolean;
  readonly data: boolean;
  /** The words with `{code}`, `{message}` and `{data}` in them; for an exception the words of the exception. */
  readonly template: string;
}

/** What of a result with `isError` gets to the model. */
export interface ToolErrorView {
  /** `json`: the whole result as JSON text. */
  readonly content: 'first-block' | 'all-text' | 'json';
  readonly structuredContent: 'dropped' | 'replaces-text' | 'included';
}
