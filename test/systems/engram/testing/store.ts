import { ProbeError, type HttpWire } from '@errata/prove';

/** What a client knows of a write after its one call. */
export type Reply =
  | { readonly kind: 'stored'; readonly ref: string; readonly memoryId: string }
  /** It waits in the outbox. */
  | { readonly kind: 'deferred'; readonly ref: string; readonly outboxId: number }
  | { readonly kind: 'refused'; readonly reason: string; readonly text: string }
  /** The gateway was gone before it answered. */
  | { readonly kind: 'lost' };

interface Facts {
  readonly ok?: boolean;
  readonly memory_id?: string;
  readonly outbox_id?: number;
  readonly correlation_id?: string;
  readonly reason?: string;
  readonly error_code?: string;
}

interface Message {
  readonly error?: { readonly data?: Facts };
  readonly result?: { readonly structuredContent?: Facts };
}

/** Ask a gateway once to store a memory. */
export async function store(wire: HttpWire, args: object): Promise<Reply> {
  try {
    const { message, text } = await wire.callTool('memory_store', args);
    const { error, result } = message as Message;
    const { ok, memory_id, outbox_id, correlation_id, reason, error_code } =
      error?.data ?? result?.structuredContent ?? {};
    if (ok !== true) return { kind: 'refused', reason: reason ?? error_code ?? '', text };
    const ref = correlation_id!;
    return outbox_id === undefined
      ? { kind: 'stored', ref, memoryId: memory_id! }
      : { kind: 'deferred', ref, outboxId: outbox_id };
  } catch (error) {
    if (error instanceof ProbeError) return { kind: 'lost' };
    throw error;
  }
}
