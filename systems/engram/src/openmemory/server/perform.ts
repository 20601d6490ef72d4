import type { IncomingMessage } from 'node:http';
import { bearerToken, isSameSecret } from '@errata/edges/service';
import { MAX_BODY, readBody } from '@errata/upstream/simulator';
import { z } from 'zod';
import type { Archive } from '../archive/open-archive.js';

/** What requests are answered with. */
export interface Service {
  readonly archive: Archive;
  /** Default: 100,000. */
  readonly maxContentBytes?: number;
  readonly apiKey: string | undefined;
}

/** Does what a request asks; the body of the answer. Throws a refusal, or what the database threw. */
export type PerformRequest = (service: Service, request: IncomingMessage) => Promise<object>;

const MEMORY = /^\/memory\/([^/]{1,200})$/;

/** Do what is asked; the body of the answer. Throws a refusal, or what the database threw. */
export async function perform(service: Service, request: IncomingMessage): Promise<object> {
  const { archive, apiKey } = service;
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const route = `${request.method} ${path}`;
  if (route === 'GET /health') return { status: 'ok', memories: await archive.count() };
  if (!isAuthorized(request.headers.authorization, apiKey)) {
    throw new Refusal(401, 'The key is missing or wrong');
  }
  if (route === 'POST /memory/add') return add(service, await readJson(request));
  if (route === 'POST /memory/search') {
    const results = await archive.search(read(SEARCH, await readJson(request)));
    return { success: true, results };
  }
  const id = idOf(path);
  if (id !== undefined && request.method === 'GET') {
    const memory = await archive.find(id);
    if (memory !== undefined) return { success: true, memory };
  }
  if (id !== undefined && request.method === 'PATCH') {
    const { content } = read(CHANGE, await readJson(request));
    if (await archive.update(id, content)) return { success: true, id };
  }
  if (id !== undefined && request.method === 'DELETE') {
    if (await archive.remove(id)) return { success: true, id };
  }
  throw new Refusal(404, id === undefined ? 'Unknown resource' : 'Unknown memory');
}

async function add(
  { archive, maxContentBytes = 100_000 }: Service,
  body: unknown,
): Promise<object> {
  const { idempotency_key: key, ...memory } = read(ADDITION, body);
  if (Buffer.byteLength(memory.content) > maxContentBytes) {
    throw new Refusal(413, `The content is larger than ${maxContentBytes} bytes`);
  }
  return { success: true, ...(await archive.add(memory, key)) };
}

export function idOf(path: string): string | undefined {
  try {
    return decodeURIComponent(MEMORY.exec(path)?.[1] ?? '') || undefined;
  } catch {
    return undefined; // a stray percent sign
  }
}

/** Whether an Authorization header has the key. It takes as long for a wrong key as for the right one. */
export function isAuthorized(header: string | undefined, apiKey: string | undefined): boolean {
  return apiKey === undefined || isSameSecret(bearerToken(header) ?? '', apiKey);
}

/** The JSON of a request, as far as it is bearable. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes === undefined) throw new Refusal(413, `The body is larger than ${MAX_BODY} bytes`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // What is wrong with it would quote it.
    throw new Refusal(400, 'The body is not JSON');
  }
}

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
  kind: name.exactOptional(),
  metadata: record.exactOptional(),
  idempotency_key: name.exactOptional(),
});

const CHANGE = z.object({ content: filled });

const SEARCH = z.object({
  query: text,
  space: name.exactOptional(),
  spaces: z.array(name).max(100).exactOptional(),
  user_id: name.exactOptional(),
  top_k: z.number().int().min(1).max(100),
});

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

/** A request that is answered with an error; the message is for its sender. */
export class Refusal extends Error {
  readonly status: number;
  /** A text is sent as it is. */
  readonly body: object | string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    body: object | string = { error: message },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
