import type { Added, FoundMemory, Health, Memory, MemoryQuery, NewMemory } from '../memory.js';

export interface CallOptions {
  /** Who does not want to wait any longer; the call then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** OpenMemory over HTTP. Whatever fails there is a fault of the catalog; reads are repeated, writes are not. */
export interface OpenMemoryClient {
  /** May be called again with the same key, also after a failure of unknown effect: it is stored once. */
  add(memory: NewMemory, idempotencyKey: string, options?: CallOptions): Promise<Added>;
  search(query: MemoryQuery, options?: CallOptions): Promise<readonly FoundMemory[]>;
  /** Undefined where there is none of this id. */
  get(id: string, options?: CallOptions): Promise<Memory | undefined>;
  /** Whether there was one. */
  remove(id: string, options?: CallOptions): Promise<boolean>;
  /** Asks once, also while OpenMemory is left alone for its failures. */
  health(options?: CallOptions): Promise<Health>;
  /** End everything, also what is running. */
  close(): Promise<void>;
}
