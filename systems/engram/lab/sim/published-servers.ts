import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Archive } from '../../src/openmemory/archive/open-archive.js';
import type { Memory, NewMemory } from '../../src/openmemory/memory.js';
import {
  idOf,
  isAuthorized,
  readJson,
  Refusal,
  type PerformRequest,
  type Service,
} from '../../src/openmemory/server/perform.js';

/** The published servers that can be simulated: CaviraOSS/OpenMemory in JavaScript and in Python, at commit 7a5e7c8. */
export const SIMULATED = ['js', 'py'] as const;

export type Simulated = (typeof SIMULATED)[number];

/** What both do: they keep a text once for all users. A similar text counts as the same. */
async function addOnce({ archive, maxContentBytes = Infinity }: Service, memory: NewMemory) {
  const { content } = memory;
  if (Buffer.byteLength(content) > maxContentBytes) refuse(413, TOO_LARGE);
  // A text that was deleted can be added again.
  for (let generation = 0; ; generation++) {
    const added = await archive.add(memory, `simhash:${simhash(content)}:${generation}`);
    if (!added.deduplicated || (await archive.find(added.id)) !== undefined) return added;
  }
}

const WORDS = /[a-z0-9]{2,}|\p{Script=Han}+/gu;
const PLURAL = /(?<=[a-z]{3})s$/;

/** The same for texts that share most of their words, in any order, number and plural: each bit is what most words have there. */
function simhash(text: string): string {
  const found = text.toLowerCase().match(WORDS) ?? [text];
  const words = new Set(found.map((word) => word.replace(PLURAL, '')));
  const hashes = [...words].map((word) => createHash('sha256').update(word).digest());
  const bits = Array.from({ length: 32 }, (_, bit) =>
    hashes.reduce((sum, hash) => sum + ((hash[bit >> 3]! >> (bit & 7)) & 1 ? 1 : -1), 0),
  );
  return bits.map((sum) => (sum > 0 ? 1 : 0)).join('');
}

/** Characters of a text that the JavaScript server keeps. */
const LONGEST = 200;

/** Of a long text, it keeps sentences that fit together; of a long sentence, nothing. */
function shorten(content: string): string {
  if (content.length <= LONGEST) return content;
  const kept: string[] = [];
  let left = LONGEST;
  for (const sentence of content.split(/(?<=[.!?])\s+/)) {
    if ((left -= sentence.length + 2) >= 0) kept.push(sentence);
    else break;
  }
  return kept.join(' ');
}

const TOO_LARGE = 'Payload Too Large';
const NOT_FOUND = '404: Not Found';

const text = (max: number) => z.string().min(1).max(max);
const userId = z.string().max(256).nullish();
const PATCH = z.object({
  content: z.string().max(200_000).nullish(),
  tags: z.array(z.string().max(256)).max(64).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  user_id: userId,
});
const ADD = PATCH.extend({ content: text(200_000) });
const QUERY = z.object({
  query: text(8_192),
  k: z.number().int().min(1).max(200).nullish(),
  filters: z.object({ sector: z.string().max(64).nullish(), user_id: userId }).nullish(),
  user_id: userId,
});
const REINFORCE = z.object({ id: text(256), boost: z.number().min(0).max(100).nullish() });

/** The JavaScript server: the tenant is derived from the key, and no other `user_id` is taken. */
export const performJs: PerformRequest = async (service, request) => {
  const { archive } = service;
  const { pathname: given, searchParams } = new URL(request.url ?? '/', 'http://simulated');
  const pathname = `/${given.split('/').filter(Boolean).join('/')}`;
  const route = `${request.method} ${pathname}`;
  if (route === 'GET /health') return JS_HEALTH;
  const tenant = tenantOf(service, request);
  const own = (...users: readonly (string | null | undefined)[]) => {
    if (users.some((user) => (user ?? '') !== '' && user !== tenant)) {
      refuse(403, { error: 'tenant_mismatch', message: 'user_id does not match' });
    }
  };
  const readAs = async <T>(schema: z.ZodType<T>) => {
    const result = schema.safeParse(await readJs(request));
    if (result.success) return result.data;
    const details = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return refuse(400, { error: 'invalid_input', details });
  };
  if (route === 'POST /memory/add') {
    const { content, tags, metadata, user_id } = await readAs(ADD);
    own(user_id);
    const { id, deduplicated } = await addOnce(service, {
      ...{ content, user_id: tenant, space: tenant, metadata: metadata ?? {} },
      // The archive has no tags.
      kind: JSON.stringify(tags ?? []),
    });
    const about = { id, primary_sector: SECTOR, sectors: [SECTOR] };
    return deduplicated ? { ...about, deduplicated } : { ...about, chunks: 1 };
  }
  if (route === 'POST /memory/query') {
    const { query, k, user_id, filters } = await readAs(QUERY);
    own(user_id, filters?.user_id);
    const fits = (filters?.sector ?? SECTOR) === SECTOR;
    const search = { query, space: tenant, top_k: k ?? 8 };
    const found = fits ? await archive.search(search) : [];
    const matches = found.map(({ id, content, score, created_at }) => ({
      ...{ id, content: shorten(content), score, sectors: [SECTOR], path: [id] },
      ...{ primary_sector: SECTOR, salience: 0.4, last_seen_at: Date.parse(created_at) },
    }));
    return { query, matches };
  }
  if (route === 'POST /memory/reinforce') {
    await ownMemory(archive, (await readAs(REINFORCE)).id, tenant);
    return { ok: true };
  }
  if (route === 'GET /memory/all') {
    own(searchParams.get('user_id'));
    const [u, l] = [Number(searchParams.get('u') ?? 0), Number(searchParams.get('l') ?? 100)];
    if (!(u >= 0 && l >= 0 && l <= 10_000)) refuse(400, { error: 'invalid_pagination' });
    const items = await archive.list({ space: tenant, limit: l, offset: u });
    return { items: items.map((item) => ({ ...toJsMemory(item), sectors: undefined })) };
  }
  const id = idOf(pathname);
  if (id === undefined || !BY_ID.test(request.method ?? '')) return refuse(404, NOT_FOUND);
  own(searchParams.get('user_id'));
  const memory = await ownMemory(archive, id, tenant);
  switch (request.method) {
    case 'GET':
      return toJsMemory(memory);
    case 'PATCH': {
      const { content, metadata } = await readAs(PATCH);
      await archive.update(id, content ?? memory.content, metadata ?? undefined);
      return { id, updated: true };
    }
    default:
      await archive.remove(id);
      return { ok: true };
  }
};

const BY_ID = /^(GET|PATCH|DELETE)$/;
const SECTOR = 'semantic';
const JS_MAX_BODY = 1_000_000;

/** A body of another type, and an empty one, count as an empty object. */
async function readJs(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (Number(length) > JS_MAX_BODY) return refuse(413, TOO_LARGE);
  if (!type.includes('application/json') || length === '0') return {};
  return readJson(request).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return error.status === 413 ? refuse(413, TOO_LARGE) : refuse(400, { error: 'invalid_json' });
  });
}

const JS_HEALTH = {
  ...{ ok: true, version: '2.0-hsg-tiered', tier: 'hybrid', dim: 1536, cache: 3 },
  embedding: {
    ...{ provider: 'synthetic', type: 'synthetic', dimensions: 1536, mode: 'simple' },
    ...{ fallback_chain: ['synthetic'], batch_support: false, advanced_parallel: false },
    ...{ embed_delay_ms: 200, configured: true },
  },
  expected: { recall: 98, qps: '700-800', ram: '0.5gb/10k', use: 'For high accuracy' },
};

function toJsMemory({ id, content, kind, metadata, created_at, user_id }: Memory) {
  const at = Date.parse(created_at);
  return {
    ...{ id, content: shorten(content), primary_sector: SECTOR, sectors: [SECTOR], metadata },
    tags: JSON.parse(kind ?? '[]') as unknown,
    ...{ created_at: at, updated_at: at, last_seen_at: at, salience: 0.4, decay_lambda: 0.02 },
    ...{ version: 1, user_id },
  };
}

async function ownMemory(archive: Archive, id: string, tenant: string): Promise<Memory> {
  const memory = await archive.find(id);
  if (memory === undefined) return refuse(404, { err: 'nf' });
  return memory.user_id === tenant ? memory : refuse(403, { err: 'forbidden' });
}

function tenantOf({ apiKey }: Service, request: IncomingMessage): string {
  const { 'x-api-key': header, authorization } = request.headers;
  const given =
    typeof header === 'string' ? header : /^(?:Bearer|ApiKey) (.*)/.exec(authorization ?? '')?.[1];
  if (apiKey === undefined) {
    return refuse(503, { error: 'auth_not_configured', message: 'no OM_API_KEY configured' });
  }
  if (given === undefined) {
    return refuse(401, { error: 'authentication_required', message: 'API key required' });
  }
  if (!isAuthorized(`Bearer ${given}`, apiKey)) return refuse(403, { error: 'invalid_api_key' });
  return createHash('sha256').update(given).digest('hex').slice(0, 16);
}

const PY_ADD = z.object({
  content: z.string(),
  user_id: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const PY_SEARCH = z.object({
  query: z.string(),
  user_id: z.string().nullish(),
  limit: z.number().int().nullish(),
  filters: z.record(z.string(), z.unknown()).nullish(),
});

const PY_NO_USER = {
  ...{ type: 'missing', loc: ['query', 'user_id'], msg: 'Field required', input: null },
};
const PY_PATHS = /^\/(health|memory\/(add|search|history))$/;

/** The Python server: no keys, a `user_id` that the caller chooses, and an answer that does not tell what was stored before. */
export const performPy: PerformRequest = async (service, request) => {
  const { archive } = service;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulated');
  const route = `${request.method} ${pathname}`;
  const readAs = async <T>(schema: z.ZodType<T>) => {
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const body = await readJson(request).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 400) throw error;
      const wrong = { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' };
      return refuse(422, { detail: [{ ...wrong, input: {}, ctx: { error: 'Expecting value' } }] });
    });
    const result = schema.safeParse(isJson ? body : 'a text', { reportInput: true });
    if (result.success) return result.data;
    const detail = result.error.issues.map(({ path, message: msg, input }) => ({
      ...{ type: 'value_error', loc: ['body', ...path], msg, input: input ?? null },
    }));
    return refuse(422, { detail });
  };
  switch (route) {
    case 'GET /health':
      return { status: 'ok', service: 'openmemory-py' };
    case 'POST /memory/add': {
      const { content, user_id, metadata, tags: given } = await readAs(PY_ADD);
      const extraction = {
        ...{ content_type: 'text', char_count: content.length, estimated_tokens: 1 },
        extraction_method: 'passthrough',
      };
      const meta = {
        ...{ ...metadata, ...(given && { tags: given }), ...extraction },
        ...{ ingestion_strategy: 'single', ingested_at: Date.now() },
      };
      const user = user_id ?? 'anonymous';
      const memory = { content, user_id: user, space: user, metadata: meta };
      const { id } = await addOnce(service, memory);
      const about = { root_memory_id: id, child_count: 0, total_tokens: 1, strategy: 'single' };
      return { success: true, data: { ...about, extraction, id } };
    }
    case 'POST /memory/search': {
      const { query, user_id, limit = 10 } = await readAs(PY_SEARCH);
      if (limit === null) return refuse(500, { detail: 'unsupported operand type(s)' });
      const within = user_id ? { space: user_id } : {};
      const found = await archive.search({ query, top_k: limit, ...within });
      return {
        results: found.map(({ id, content, score, metadata, created_at }) => ({
          ...{ id, content, score, primary_sector: SECTOR, path: [id], salience: 0.4 },
          ...{ last_seen_at: Date.parse(created_at), tags: [], metadata: metadata ?? {} },
        })),
      };
    }
    case 'GET /memory/history': {
      const user = searchParams.get('user_id');
      if (user === null) return refuse(422, { detail: [PY_NO_USER] });
      const history = await archive.list({ space: user, limit: 20, offset: 0 });
      // It cannot write the vectors of a row as JSON.
      return history.length === 0 ? { history } : refuse(500, 'Internal Server Error');
    }
    default:
      return PY_PATHS.test(pathname)
        ? refuse(405, { detail: 'Method Not Allowed' })
        : refuse(404, { detail: 'Not Found' });
  }
};

function refuse(status: number, body: object | string): never {
  throw new Refusal(status, '', body);
}

/** A failure inside comes as 500, in the words of the server. */
const real =
  (perform: PerformRequest, failed: object): PerformRequest =>
  async (service, request) => {
    try {
      return await perform(service, request);
    } catch (error) {
      if (error instanceof Refusal || (request.destroyed && !request.complete)) throw error;
      return refuse(500, failed);
    }
  };

/** How each of them answers. */
export const PERFORM: Readonly<Record<Simulated, PerformRequest>> = {
  js: real(performJs, { err: 'internal' }),
  py: real(performPy, { detail: 'internal' }),
};
