import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Archive } from '../../src/openmemory/archive/open-archive.js';
import type { Memory } from '../../src/openmemory/memory.js';
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

/** What both do: they keep a text once for all users. A text with the same words counts as the same. */
async function addOnce(
  { archive, maxContentBytes }: Service,
  added: Omit<Addition, 'tags'>,
  user_id: string,
) {
  const { content, metadata = {} } = added;
  // As a proxy in front of it does.
  if (Buffer.byteLength(content) > maxContentBytes) throw new Refusal(413, 'too large');
  const memory = { content, user_id, space: user_id, metadata };
  return archive.add(memory, `simhash:${simhash(content)}`);
}

const WORDS = /[a-z0-9]{2,}/g;

/** Which words a text has, in any order and number; of a text without Latin words, itself. */
function simhash(text: string): string {
  const words = [...new Set(text.toLowerCase().match(WORDS) ?? [])].sort();
  return createHash('sha256')
    .update(words.length === 0 ? text : words.join(' '))
    .digest('hex');
}

const text = (max: number) => z.string().min(1).max(max);
const tags = z.array(z.string().max(256)).max(64);
const ADD = z.object({
  content: text(200_000),
  tags: tags.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  user_id: z.string().max(256).optional(),
});
type Addition = z.output<typeof ADD>;
const QUERY = z.object({
  query: text(8_192),
  k: z.number().int().min(1).max(200).default(8),
  filters: z.object({ user_id: z.string().max(256).optional() }).optional(),
  user_id: z.string().max(256).optional(),
});
const PATCH = ADD.partial();
const REINFORCE = z.object({ id: text(256), boost: z.number().min(0).max(100).optional() });

/** Calls in a minute, where a limit is simulated. */
const WINDOW = 60;

/** The JavaScript server: the tenant is derived from the key, and no other `user_id` is taken. */
export const performJs: PerformRequest = async (service, request) => {
  const { archive } = service;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulated');
  const asked = `${request.method} ${pathname}`;
  if (asked === 'GET /health') return JS_HEALTH;
  const tenant = tenantOf(service, request);
  const own = (...users: readonly (string | null | undefined)[]) => {
    if (users.some((user) => (user ?? '') !== '' && user !== tenant)) {
      refuse(403, { error: 'tenant_mismatch', message: 'user_id does not match' });
    }
  };
  const readAs = async <T>(schema: z.ZodType<T>) => {
    const result = schema.safeParse(await readJson(request));
    if (result.success) return result.data;
    const details = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return refuse(400, { error: 'invalid_input', details });
  };
  if (asked === 'POST /memory/add') {
    const addition = await readAs(ADD);
    own(addition.user_id);
    const { id, deduplicated } = await addOnce(service, addition, tenant);
    const about = { id, primary_sector: 'semantic', sectors: ['semantic'] };
    return deduplicated ? { ...about, deduplicated } : { ...about, chunks: 1 };
  }
  if (asked === 'POST /memory/query') {
    const { query, k, user_id, filters } = await readAs(QUERY);
    own(user_id, filters?.user_id);
    const found = await archive.search({ query, space: tenant, top_k: k });
    const matches = found.map(({ id, content, score, created_at }) => ({
      ...{ id, content, score, sectors: ['semantic'], primary_sector: 'semantic', path: [id] },
      ...{ salience: 0.4, last_seen_at: Date.parse(created_at) },
    }));
    return { query, matches };
  }
  if (asked === 'POST /memory/reinforce') {
    await ownMemory(archive, (await readAs(REINFORCE)).id, tenant);
    return { ok: true };
  }
  if (asked === 'GET /memory/all') {
    own(searchParams.get('user_id'));
    const [u, l] = [Number(searchParams.get('u') ?? 0), Number(searchParams.get('l') ?? 100)];
    if (!(u >= 0 && l >= 0 && l <= 10_000)) refuse(400, { error: 'invalid_pagination' });
    const items = await archive.list({ space: tenant, limit: l, offset: u });
    return { items: items.map(toJsMemory) };
  }
  const id = idOf(pathname);
  if (id === undefined) return refuse(404, 'Not Found');
  const memory = await ownMemory(archive, id, tenant);
  switch (request.method) {
    case 'GET':
      return toJsMemory(memory);
    case 'PATCH': {
      const { content = memory.content, metadata } = await readAs(PATCH);
      await archive.update(id, content, metadata);
      return { id, updated: true };
    }
    case 'DELETE':
      await archive.remove(id);
      return { ok: true };
    default:
      return refuse(404, 'Not Found');
  }
};

const JS_HEALTH = {
  ...{ ok: true, version: '2.0-hsg-tiered', tier: 'hybrid', dim: 256, cache: 3 },
  embedding: { provider: 'synthetic', dimensions: 256 },
};

function toJsMemory({ id, content, metadata, created_at, user_id }: Memory) {
  const at = Date.parse(created_at);
  return {
    ...{ id, content, primary_sector: 'semantic', sectors: ['semantic'], tags: [], metadata },
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
    typeof header === 'string' ? header : authorization?.replace(/^(Bearer|ApiKey) /, '');
  if (apiKey === undefined) {
    return refuse(503, { error: 'auth_not_configured', message: 'no OM_API_KEY configured' });
  }
  if (given === undefined) {
    return refuse(401, { error: 'authentication_required', message: 'API key required' });
  }
  if (!isAuthorized(`Bearer ${given}`, apiKey)) return refuse(403, { error: 'invalid_api_key' });
  return createHash('sha256').update(given).digest('hex').slice(0, 16);
}

/** What the JavaScript server answers when a key has made too many calls. */
export function tooManyCalls(retry_after = WINDOW): Refusal {
  const reset = Math.floor(Date.now() / 1_000) + retry_after;
  return new Refusal(
    429,
    'too many calls',
    { error: 'rate_limit_exceeded', retry_after },
    { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': `${reset}` },
  );
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

/** The Python server: no keys, a `user_id` that the caller chooses, and an answer that does not tell what was stored before. */
export const performPy: PerformRequest = async (service, request) => {
  const { archive } = service;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulated');
  const asked = `${request.method} ${pathname}`;
  const readAs = async <T>(schema: z.ZodType<T>) => {
    const result = schema.safeParse(await readJson(request));
    if (result.success) return result.data;
    const detail = result.error.issues.map(({ path, message: msg }) => ({
      ...{ type: 'value_error', loc: ['body', ...path], msg },
    }));
    return refuse(422, { detail });
  };
  switch (asked) {
    case 'GET /health':
      return { status: 'ok', service: 'openmemory-py' };
    case 'POST /memory/add': {
      const { content, user_id, metadata, tags: given } = await readAs(PY_ADD);
      const meta = { ...metadata, ...(given && { tags: given }), ingestion_strategy: 'single' };
      const user = user_id ?? 'anonymous';
      const { id } = await addOnce(service, { content, metadata: meta }, user);
      const about = { root_memory_id: id, child_count: 0, total_tokens: 1, strategy: 'single' };
      return { success: true, data: { ...about, id } };
    }
    case 'POST /memory/search': {
      const { query, user_id, limit } = await readAs(PY_SEARCH);
      const within = user_id ? { space: user_id } : {};
      const found = await archive.search({ query, top_k: limit ?? 10, ...within });
      return {
        results: found.map(({ id, content, score, metadata, created_at }) => ({
          ...{ id, content, score, primary_sector: 'semantic', path: [id], salience: 0.4 },
          ...{ last_seen_at: Date.parse(created_at), tags: [], metadata: metadata ?? {} },
        })),
      };
    }
    case 'GET /memory/history': {
      const user = searchParams.get('user_id');
      if (user === null) return refuse(422, { detail: [{ loc: ['query', 'user_id'] }] });
      const history = await archive.list({ space: user, limit: 20, offset: 0 });
      // It cannot write the vectors of a row as JSON.
      return history.length === 0 ? { history } : refuse(500, 'Internal Server Error');
    }
    default:
      return refuse(404, { detail: 'Not Found' });
  }
};

function refuse(status: number, body: object | string): never {
  throw new Refusal(status, '', typeof body === 'string' ? { message: body } : body);
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
