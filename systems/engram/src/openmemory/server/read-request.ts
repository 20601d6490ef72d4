import { z } from 'zod';
import type { MemoryQuery, NewMemory } from '../memory.js';
import { Refusal } from './refusal.js';

/** Half of a character cannot be stored; it becomes a question mark instead of something that differs when it is read. */
const text = z.string().transform((value) => Buffer.from(value, 'utf8').toString('utf8'));
// SQLite ends a text at a NUL.
const storable = text.refine((value) => !value.includes('\0'), 'must not contain NUL');
const filled = storable.refine((value) => value.trim() !== '', 'must not be empty');
const name = filled.refine((value) => value.length <= 500, 'must not be longer than 500');
const record = z.custom<Readonly<Record<string, unknown>>>(isWritable, 'must be a JSON object');

const ADDITION = z.object({
  content: filled,
  user_id: name,
  space: name,
  kind: name.optional(),
  metadata: record.optional(),
  idempotency_key: name.optional(),
});

const SEARCH = z.object({
  query: text,
  space: name.optional(),
  user_id: name.optional(),
  top_k: z.number().int().min(1).max(100),
});

export interface Addition {
  readonly memory: NewMemory;
  readonly key: string | undefined;
}

/** What a body asks to add. */
export function readAddition(body: unknown): Addition {
  const { idempotency_key, content, user_id, space, kind, metadata } = read(ADDITION, body);
  return {
    memory: {
      content,
      user_id,
      space,
      ...(kind !== undefined && { kind }),
      ...(metadata !== undefined && { metadata }),
    },
    key: idempotency_key,
  };
}

/** What a body asks to look for. */
export function readSearch(body: unknown): MemoryQuery {
  const { query, top_k, space, user_id } = read(SEARCH, body);
  return {
    query,
    top_k,
    ...(space !== undefined && { space }),
    ...(user_id !== undefined && { user_id }),
  };
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new Refusal(400, `${where === '' ? 'body' : where}: ${issue?.message ?? 'is not valid'}`);
}

function isWritable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false; // nested too deeply
  }
}
