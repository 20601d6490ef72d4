import type { Answer } from '@errata/prove';

/** `error` of a JSON-RPC reply. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: {
    readonly category: string;
    readonly reason: string;
    readonly retryable: boolean;
    readonly correlation_id: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** `result` of a `tools/call`. */
export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The error that a call was answered with; a result fails the test. */
export function errorOf({ message, text }: Answer): RpcError {
  const { error } = message as { error?: RpcError };
  if (error === undefined) throw new Error(`No error: ${text.slice(0, 300)}`);
  return error;
}

/** The result that a call was answered with; an error fails the test. */
export function resultOf({ message, text }: Answer): CallResult {
  const { result } = message as { result?: CallResult };
  if (result === undefined) throw new Error(`No result: ${text.slice(0, 300)}`);
  return result;
}

/** What the model reads first. */
export function firstLineOf(answer: Answer): string {
  return resultOf(answer).content[0]!.text.split('\n', 1)[0]!;
}
