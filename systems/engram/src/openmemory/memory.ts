import { z } from 'zod';

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
export const memory = z.object({
  id: z.string().regex(MEMORY_ID),
  content: z.string(),
  user_id: z.string(),
  space: z.string(),
  kind: z.string().nullable().default(null),
  metadata: z.record(z.string(), z.unknown()).nullable().default(null),
  created_at: z.string(),
});

export type Memory = Readonly<z.output<typeof memory>>;

/** What a search looks for; a space or a user narrows it. */
export interface MemoryQuery {
  readonly query: string;
  readonly space?: string;
  /** Any of these. */
  readonly spaces?: readonly string[];
  readonly user_id?: string;
  /** From 1 to 100. */
  readonly top_k: number;
}

/** A memory that a search found; its score is from 0 to 1. */
export interface FoundMemory extends Memory {
  readonly score: number;
}

/** What a search of OpenMemory found. */
export interface Hit {
  readonly id: string;
  readonly score: number;
  /** Left out if the answer does not say whose it is. */
  readonly memory?: Memory;
  /** The idempotency key that it was added with, where the answer has it. */
  readonly key?: string;
}

/** A memory that OpenMemory has, with the idempotency key it was added with where the answer has it. */
export type StoredMemory = Pick<Hit, 'key'> & { readonly memory: Memory };

/** What became of an addition. */
export interface Added {
  readonly id: string;
  /** It was added before under the same key; nothing was stored now. */
  readonly deduplicated?: true;
  /** Nothing was stored: the id is that of another memory with the same or a similar text. */
  readonly foreign?: true;
}

/** How OpenMemory is. */
export interface Health {
  readonly status: string;
  /** Only the embedded one counts them. */
  readonly memories?: number;
}

/** Statuses with which OpenMemory refuses what it is given; any other says something about itself, or about a proxy before it. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 414, 415, 422]);

/** Statuses that only an operator can change: the key, the rights, or the address is wrong. */
const HELD: ReadonlySet<number> = new Set([401, 403, 404]);

/** Whether the same call succeeds only after an operator has acted. */
export function needsOperator(status: number): boolean {
  return HELD.has(status);
}

/** Whether a status is about what was asked, so that the same again can only fail again. */
export function isRefusedForContent(status: number): boolean {
  return REFUSALS.has(status);
}
