import { z } from 'zod';
import { MEMORY_ID } from '../memory.js';

const memory = z.object({
  id: z.string().regex(MEMORY_ID),
  content: z.string(),
  user_id: z.string(),
  space: z.string(),
  kind: z.string().nullable().default(null),
  metadata: z.record(z.string(), z.unknown()).nullable().default(null),
  created_at: z.string(),
});

const success = z.literal(true);

/** What OpenMemory answers where it did what was asked. */
export const ADDED = z
  .object({ success, id: z.string().regex(MEMORY_ID), deduplicated: z.literal(true).optional() })
  .transform(({ id, deduplicated }) => ({ id, ...(deduplicated && { deduplicated }) }));

export const FOUND = z
  .object({ success, results: z.array(memory.extend({ score: z.number() })) })
  .transform(({ results }) => results);

export const GOT = z.object({ success, memory }).transform((answer) => answer.memory);

export const REMOVED = z.object({ success }).transform(() => true);

export const HEALTHY = z.object({ status: z.string(), memories: z.number().int().min(0) });

const REFUSED = z.object({ error: z.string() });

/** Whether a body is OpenMemory's own way to say no. */
export function isRefusal(body: string): boolean {
  return readAnswer(REFUSED, body) !== undefined;
}

/** What an answer holds; undefined where it is no such answer. */
export function readAnswer<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined; // the exception quotes the body, so it is not passed on
  }
}
