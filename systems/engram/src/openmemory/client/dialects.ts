import { z } from 'zod';
import {
  memory as memorySchema,
  MEMORY_ID,
  type Added,
  type Health,
  type Hit,
  type Memory,
  type MemoryQuery,
  type NewMemory,
  type StoredMemory,
} from '../memory.js';

export const DIALECTS = ['openmemory-js', 'openmemory-py', 'embedded'] as const;

export type DialectName = (typeof DIALECTS)[number];

/** What a call does where it succeeds, which decides what a failed one may have done. */
export type CallKind = 'read' | 'write';

/** Something that is asked of OpenMemory, and what its answer must look like. */
export interface OpenMemoryCall<T> {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly schema: z.ZodType<T>;
}

/** What identifies an addition: its idempotency key, and the correlation id of the audit. */
export interface Sending {
  readonly key: string;
  readonly ref?: string;
  /** ISO 8601. */
  readonly at: string;
}

export type Change = Pick<NewMemory, 'content'>;

/** How one server is spoken to. A call that it does not have is left out. */
export interface Dialect {
  /** The header that carries the key. */
  readonly auth: (key: string) => Readonly<Record<string, string>>;
  readonly add: (memory: NewMemory, sending: Sending) => OpenMemoryCall<Added>;
  /** Who says that an id is the memory's own: the server, which knows keys; or a look at what is under it. */
  readonly proof: 'server' | 'get' | 'search';
  readonly search: (query: MemoryQuery, nonce?: string) => OpenMemoryCall<readonly Hit[]>;
  /** One search covers all spaces of a key, and its scores compare them. */
  readonly together?: true;
  /** Hits to ask for where the server cannot tell spaces apart. One search covers all spaces then. */
  readonly unfiltered?: number;
  readonly get?: (path: string) => OpenMemoryCall<StoredMemory | undefined>;
  readonly update?: (path: string, change: Change, before: StoredMemory) => OpenMemoryCall<true>;
  readonly remove?: (path: string) => OpenMemoryCall<true>;
  readonly reinforce?: (id: string) => OpenMemoryCall<true>;
  readonly health: OpenMemoryCall<Health>;
  /** A harmless call that needs the key. */
  readonly probe: OpenMemoryCall<unknown>;
  /** Bodies by status that say: there is no memory of this id that you may see. */
  readonly missing: Readonly<Record<number, z.ZodType<unknown>>>;
}

/** Where space, author and audit id travel in the metadata of a memory. */
const FACTS = 'dev.errata/engram';

const facts = memorySchema
  .pick({ space: true, user_id: true, kind: true, metadata: true, created_at: true })
  .extend({ key: z.string(), ref: z.string().optional() });

/** The members that both published servers take. */
function toWire(memory: NewMemory, { key, ref, at }: Sending) {
  const { content, user_id, space, kind = null, metadata = null } = memory;
  const about = { space, user_id, kind, metadata, created_at: at, key, ...(ref && { ref }) };
  return {
    content,
    tags: [`space:${space}`, `user:${user_id}`, ...(ref === undefined ? [] : [`audit:${ref}`])],
    metadata: { [FACTS]: about },
  };
}

const id = z.string().regex(MEMORY_ID);
const wireMemory = z.object({ id, content: z.string(), metadata: z.unknown() });

/** Undefined for a memory that no gateway has written. */
function fromWire({ id: of, content, metadata }: z.output<typeof wireMemory>) {
  const read = facts.safeParse((metadata as Record<string, unknown> | null)?.[FACTS]);
  if (!read.success) return undefined;
  const { key, ref: _ref, ...rest } = read.data;
  const memory: Memory = { id: of, content, ...rest };
  return { memory, key };
}

const hit = wireMemory.partial({ metadata: true }).extend({ score: z.number().catch(0) });
const readHit = (given: unknown) => hit.safeParse(given).data ?? [];

/** Hits that are looked at: what the JavaScript server gives at most. */
const MOST_HITS = 200;

/** Hits of other programs may look otherwise. If none can be read, it is no answer. */
const hits = z
  .array(z.unknown())
  .refine((all) => all.length === 0 || all.some((each) => hit.safeParse(each).success))
  .transform((all) => all.slice(0, MOST_HITS).flatMap(readHit).map(toHit));

function toHit({ score, ...found }: z.output<typeof hit>): Hit {
  const about = { id: found.id, score: Math.min(1, Math.max(0, score)) };
  return { ...about, ...fromWire({ metadata: undefined, ...found }) };
}

const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
const read = { kind: 'read' } as const;
const write = { kind: 'write' } as const;
const done = (member: 'ok' | 'success' | 'updated') =>
  z.object({ [member]: z.literal(true) }).transform(() => true as const);
const deduplicated = z.unknown().optional().transform(Boolean);
const toAdded = (given: { id: string; deduplicated: boolean }): Added => ({
  id: given.id,
  ...(given.deduplicated && { deduplicated: true }),
});

/** The longest query of the JavaScript server, in UTF-16 units. */
const LONGEST_QUERY = 8_192;

const javascript: Dialect = {
  auth: (key) => ({ 'x-api-key': key }),
  add: (memory, sending) => ({
    ...write,
    ...post('/memory/add', toWire(memory, sending)),
    schema: z.object({ id, primary_sector: z.string(), deduplicated }).transform(toAdded),
  }),
  proof: 'get',
  unfiltered: MOST_HITS,
  search: ({ query, top_k: k }) => ({
    ...read,
    ...post('/memory/query', { query: query.slice(0, LONGEST_QUERY), k }),
    schema: z.object({ matches: hits }).transform(({ matches }) => matches),
  }),
  get: (path) => ({ ...read, method: 'GET', path, schema: wireMemory.transform(fromWire) }),
  update: (path, { content }, { memory, key }) => ({
    ...write,
    ...{ method: 'PATCH', path },
    // Metadata is replaced as a whole.
    body: {
      content,
      metadata: toWire(asNew(memory), { key: key!, at: memory.created_at }).metadata,
    },
    schema: done('updated'),
  }),
  remove: (path) => ({ ...write, method: 'DELETE', path, schema: done('ok') }),
  reinforce: (of) => ({ ...write, ...post('/memory/reinforce', { id: of }), schema: done('ok') }),
  health: {
    ...{ ...read, method: 'GET', path: '/health' },
    schema: z
      .object({ ok: z.literal(true), version: z.string(), embedding: z.unknown() })
      .transform(() => ({ status: 'ok' })),
  },
  probe: {
    ...{ ...read, method: 'GET', path: '/memory/all?u=0&l=1' },
    schema: z.object({ items: z.array(z.unknown()) }),
  },
  missing: {
    403: z.object({ err: z.literal('forbidden') }),
    404: z.object({ err: z.literal('nf') }),
  },
};

const python: Dialect = {
  auth: (key) => ({ authorization: `Bearer ${key}` }),
  add: (memory, sending) => ({
    ...write,
    // It knows users only, and filters by them: a space is one.
    ...post('/memory/add', { ...toWire(memory, sending), user_id: memory.space }),
    schema: z
      .object({ success: z.literal(true), data: z.object({ id, deduplicated }) })
      .transform(({ data }) => toAdded(data)),
  }),
  // Its answer is the same whether it has stored something or found something similar.
  proof: 'search',
  search: ({ query, space, top_k: limit }, nonce) => ({
    ...read,
    // It keeps answers for a minute by all members: a filter that it does not know gets a fresh one.
    ...post('/memory/search', {
      ...{ query, limit },
      ...(space !== undefined && { user_id: space }),
      ...(nonce !== undefined && { filters: { nonce } }),
    }),
    schema: z.object({ results: hits }).transform(({ results }) => results),
  }),
  health: {
    ...{ ...read, method: 'GET', path: '/health' },
    schema: z.object({ status: z.string(), service: z.literal('openmemory-py') }),
  },
  probe: {
    ...read,
    ...post('/memory/search', { query: 'probe', user_id: 'engram:probe', limit: 1 }),
    schema: z.object({ results: z.array(z.unknown()) }),
  },
  missing: {},
};

const found = memorySchema.extend({ score: z.number() });

/** The service that the gateway brings along. It knows spaces and idempotency keys. */
const embedded: Dialect = {
  auth: (key) => ({ authorization: `Bearer ${key}` }),
  add: (memory, { key }) => ({
    ...write,
    ...post('/memory/add', { ...memory, idempotency_key: key }),
    schema: z.object({ success: z.literal(true), id, deduplicated }).transform(toAdded),
  }),
  proof: 'server',
  together: true,
  search: (query) => ({
    ...read,
    ...post('/memory/search', query),
    schema: z
      .object({ success: z.literal(true), results: z.array(found) })
      .transform(({ results }) =>
        results.map(({ score, ...memory }) => ({ id: memory.id, score, memory })),
      ),
  }),
  get: (path) => ({
    ...{ ...read, method: 'GET', path },
    schema: z
      .object({ success: z.literal(true), memory: memorySchema })
      .transform(({ memory }) => ({ memory })),
  }),
  update: (path, { content }) => ({
    ...{ ...write, method: 'PATCH', path, body: { content } },
    schema: done('success'),
  }),
  remove: (path) => ({ ...write, method: 'DELETE', path, schema: done('success') }),
  health: {
    ...{ ...read, method: 'GET', path: '/health' },
    schema: z.object({ status: z.string(), memories: z.number().int().min(0) }),
  },
  probe: {
    ...read,
    ...post('/memory/search', { query: 'probe', top_k: 1 }),
    schema: z.object({ success: z.literal(true) }),
  },
  missing: { 404: z.object({ error: z.string() }) },
};

function asNew({ id: _id, created_at: _at, kind, metadata, ...memory }: Memory): NewMemory {
  return { ...memory, ...(kind !== null && { kind }), ...(metadata !== null && { metadata }) };
}

export const DIALECT: Readonly<Record<DialectName, Dialect>> = {
  'openmemory-js': javascript,
  'openmemory-py': python,
  embedded,
};
