/** What ids of memories look like. */
export const MEMORY_ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** What is to be remembered. */
export interface NewMemory {
  readonly content: string;
  readonly user_id: string;
  /** Such as `private:alice` or `team:search`. */
  readonly space: string;
  readonly kind?: string;
  /** Any JSON object. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What is remembered. */
export interface Memory {
  readonly id: string;
  readonly content: string;
  readonly user_id: string;
  readonly space: string;
  readonly kind: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: string;
}

/** What a search looks for; a space or a user narrows it. */
export interface MemoryQuery {
  readonly query: string;
  readonly space?: string;
  readonly user_id?: string;
  /** From 1 to 100. */
  readonly top_k: number;
}

/** A memory that a search found; the higher the score, the better it fits. */
export interface FoundMemory extends Memory {
  readonly score: number;
}

/** What became of an addition. */
export interface Added {
  readonly id: string;
  /** It was added before under the same key; nothing was stored now. */
  readonly deduplicated?: true;
}

/** How OpenMemory is. */
export interface Health {
  readonly status: string;
  readonly memories: number;
}
