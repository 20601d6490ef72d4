import { isFault } from '@errata/core';
import {
  createOpenMemoryClient,
  type OpenMemoryClientOptions,
  withoutEndSlash,
} from './create-open-memory-client.js';
import { DIALECT, DIALECTS, type DialectName } from './dialects.js';

interface DetectOptions extends Pick<OpenMemoryClientOptions, 'url' | 'apiKey' | 'keys'> {
  /** What the operator said it is. */
  readonly wanted?: DialectName;
  /** What it was when it last answered. */
  readonly remembered?: DialectName;
}

export interface Detected {
  readonly dialect: DialectName;
  /** What the operator should know: it does not answer now, or does not take the key. */
  readonly warning?: string;
}

/** Milliseconds: a start must not hang. */
const PATIENCE = 15_000;
/** Of a foreign answer, in a message. */
const MOST_SHOWN = 80;

/**
 * Find out which OpenMemory is at an address: by its health, and by one harmless call. Throws a sentence if it is none that is supported. One
 * that does not answer is taken for what it was, or for what the operator says it is.
 */
export async function detectDialect(options: DetectOptions): Promise<Detected> {
  const { url, wanted, remembered } = options;
  const place = shown(url);
  const answer = await askHealth(url);
  if ('problem' in answer) {
    const dialect = wanted ?? remembered;
    if (dialect !== undefined) {
      return { dialect, warning: `OpenMemory at ${place} does not answer (${answer.problem})` };
    }
    throw new TypeError(
      `OpenMemory at ${place} does not answer (${answer.problem}): start it first, or say which one it is with --openmemory-api ${DIALECTS.join(', ')}`,
    );
  }
  const dialect = DIALECTS.find(
    (name) => DIALECT[name].health.schema.safeParse(answer.body).success,
  );
  const foreign = `no known OpenMemory (GET /health: ${answer.status} ${answer.text})`;
  // It worked before: a proxy answers for it while it is away, and memories wait until it is back.
  if (dialect === undefined && remembered !== undefined && (wanted ?? remembered) === remembered)
    return { dialect: remembered, warning: `at ${place} there is ${foreign} now` };
  if (dialect === undefined || (wanted !== undefined && wanted !== dialect)) {
    const what = dialect ?? foreign;
    const want = wanted ?? `one of ${DIALECTS.join(', ')}`;
    throw new TypeError(`at ${place} there is ${what}, and the gateway needs ${want}`);
  }
  return { dialect, ...(await probe({ ...options, dialect }, place)) };
}

type Health =
  | { readonly problem: string }
  | { readonly status: number; readonly body: unknown; readonly text: string };

async function askHealth(url: string): Promise<Health> {
  try {
    const response = await fetch(`${withoutEndSlash(url)}/health`, {
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
    });
    const text = await readStart(response);
    // What is broken for a while says nothing about what it is.
    if (response.status >= 500) return { problem: `HTTP ${response.status}` };
    return { status: response.status, body: parse(text), text: oneLine(text) };
  } catch (error) {
    const { cause, name } = error as Error;
    const { code } = (cause ?? {}) as { readonly code?: string };
    return { problem: code ?? (name === 'TimeoutError' ? 'ETIMEDOUT' : 'no HTTP') };
  }
}

/** A health is short; another program may send anything. */
const MOST_READ = 65_536;

async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_READ) break;
  }
  return text;
}

/** Whether the key is taken. A gateway with a wrong key starts: what it is given waits. */
async function probe(
  options: OpenMemoryClientOptions,
  place: string,
): Promise<Pick<Detected, 'warning'>> {
  const client = createOpenMemoryClient({ ...options, timeout: PATIENCE });
  try {
    await client.probe();
    return {};
  } catch (error) {
    const { status } = (isFault(error) ? error.context : {}) as { readonly status?: number };
    const said = status === undefined ? 'no usable answer' : `HTTP ${status}`;
    return {
      warning: `OpenMemory at ${place} answers a harmless call with ${said}: check its key and its log`,
    };
  } finally {
    await client.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON is no known health either
  }
}

const oneLine = (text: string) =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, MOST_SHOWN)
    .trim();

/** Without credentials and query. */
function shown(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${withoutEndSlash(pathname)}`;
}
