import { envelope, hello, request } from '@errata/testing/messages';

export { INITIALIZED, request } from '@errata/testing/messages';

/** A message as it came over a wire. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: ToolResult & Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Data };
}

export type Data = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, Fault>>;
}

/** The facts beside the words of a failed tool. */
export interface Fault {
  readonly domain: string;
  readonly reason: string;
  readonly code: number;
  readonly category: string;
  readonly retryable: boolean;
  readonly retry_after?: number;
  readonly effect: string;
  readonly ref: string;
  readonly data?: Data;
}

export type Id = string | number;

export const call = (id: Id, name: string, args: object = {}): string =>
  request(id, 'tools/call', { name, arguments: args });

export const cancel = (requestId: Id): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

export const ERA_2025 = '2025-11-25';
export const ERA_2026 = '2026-07-28';
export const CLIENT = { name: 'scenarios', version: '1.0.0' };

export const HELLO = request('hello', 'initialize', hello(ERA_2025, CLIENT));

/** What every request of 2026-07-28 carries. */
export const ENVELOPE = envelope(CLIENT);

/** A call of 2026-07-28 for a wire without headers. */
export const modernCall = (id: Id, name: string, args: object = {}): string =>
  request(id, 'tools/call', { name, arguments: args, _meta: ENVELOPE });

export const textOf = ({ result }: Message): string => result?.content?.[0]?.text ?? '';

/** The facts of a failure, on whichever surface it came. */
export const factsOf = ({ result, error }: Message): Fault | undefined =>
  result?._meta?.['dev.errata/fault'] ?? (error?.data as Fault | undefined);

export const read = (line: string): Message => JSON.parse(line) as Message;
