import type { IncomingMessage } from 'node:http';
import type { Archive } from '../archive/index.js';
import { isAuthorized } from './authorized.js';
import { readJson } from './read-json.js';
import { readAddition, readSearch } from './read-request.js';
import { Refusal } from './refusal.js';

/** What requests are answered with. */
export interface Service {
  readonly archive: Archive;
  readonly maxContentBytes: number;
  readonly apiKey: string | undefined;
}

const MEMORY = /^\/memory\/([^/]{1,200})$/;

/** Do what is asked; the body of the answer. Throws a refusal, or what the database threw. */
export async function perform(service: Service, request: IncomingMessage): Promise<object> {
  const { archive, apiKey } = service;
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const asked = `${request.method} ${path}`;
  if (asked === 'GET /health') return { status: 'ok', memories: await archive.count() };
  if (!isAuthorized(request.headers.authorization, apiKey)) {
    throw new Refusal(401, 'The key is missing or wrong');
  }
  if (asked === 'POST /memory/add') return add(service, await readJson(request));
  if (asked === 'POST /memory/search') {
    const results = await archive.search(readSearch(await readJson(request)));
    return { success: true, results };
  }
  const id = idOf(path);
  if (id !== undefined && request.method === 'GET') {
    const memory = await archive.find(id);
    if (memory !== undefined) return { success: true, memory };
  }
  if (id !== undefined && request.method === 'DELETE') {
    if (await archive.remove(id)) return { success: true, id };
  }
  throw new Refusal(
    404,
    id === undefined ? 'There is no such resource' : 'There is no such memory',
  );
}

async function add({ archive, maxContentBytes }: Service, body: unknown): Promise<object> {
  const { memory, key } = readAddition(body);
  if (Buffer.byteLength(memory.content) > maxContentBytes) {
    throw new Refusal(413, `The content is larger than ${maxContentBytes} bytes`);
  }
  return { success: true, ...(await archive.add(memory, key)) };
}

function idOf(path: string): string | undefined {
  try {
    return decodeURIComponent(MEMORY.exec(path)?.[1] ?? '') || undefined;
  } catch {
    return undefined; // a stray percent sign
  }
}
