import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import type { Fault, FaultOptions } from '@errata/core';
import { conditionFault, parseRetryAfter } from '@errata/core/internal';
import { resourceNotFound } from '../failures.js';
import { toContents, type ResourceContents } from '../content.js';
import type { Resource } from '../resource.js';

/** A resource from an HTTP server. */
export interface HttpResourceOptions {
  /** The URI for clients. */
  readonly uri: string;
  /** The URL to fetch for each read; clients do not see it. Redirects are not followed. */
  readonly url: string | URL;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Default: what the upstream says. */
  readonly mimeType?: string;
  /** Bytes of an answer; default: 1 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds for the whole answer; default: 10,000. */
  readonly timeout?: number;
}

/** A resource that is fetched from an upstream. Its 404 is RESOURCE_NOT_FOUND, every other failure TRANSPORT_ERROR. */
export function httpResource(options: HttpResourceOptions): Resource {
  const { uri, name, title, description, mimeType, maxBytes = 2 ** 20, timeout = 10_000 } = options;
  const url = new URL(options.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`A resource cannot be fetched over ${url.protocol}`);
  }

  return {
    uri,
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),

    async read(_uri, { signal }) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), timeout);
      const limits = { signal: AbortSignal.any([signal, late.signal]), maxBytes };
      const got = await get(url, limits)
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw late.signal.aborted ? lateFault(timeout, error) : lostFault(error);
        })
        .finally(() => clearTimeout(timer));
      if (got.status < 200 || got.status > 299) throw statusFault(uri, got);
      if (!got.body) throw uselessFault(`The upstream sent more than ${maxBytes} bytes`);
      return [contentsOf(uri, got, got.body, mimeType)];
    },
  };
}

function contentsOf(
  uri: string,
  { headers }: Got,
  body: Buffer,
  mimeType: string | undefined,
): ResourceContents {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw uselessFault('The upstream sent an encoding nobody asked for');
  // Parameters such as the charset matter only if the text could not be read as UTF-8.
  const contentType = headers['content-type'];
  const contents = toContents(uri, body, mimeType ?? contentType);
  if (mimeType !== undefined || contentType === undefined || 'blob' in contents) return contents;
  return { ...contents, mimeType: contentType.split(';', 1)[0]!.trim() };
}

interface GetOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Of a success; undefined if there is more of it than `maxBytes`, and otherwise. */
  readonly body: Buffer | undefined;
}

/** One GET over HTTP or HTTPS; throws if the connection fails before the answer is complete. */
async function get(url: URL, { signal, maxBytes }: GetOptions): Promise<Got> {
  // Loaded with the first request: most servers never make one.
  const { request } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  const options: RequestOptions = {
    signal,
    // A connection that was kept may have been closed by the other side meanwhile: a new one only fails for a reason.
    agent: false,
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end();
  });
  try {
    const { statusCode: status = 0, headers } = response;
    const success = status >= 200 && status < 300;
    return { status, headers, body: success ? await readBody(response, maxBytes) : undefined };
  } finally {
    response.destroy();
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** The fault of a connection that failed; the code says how, and the URL stays here. */
function lostFault(cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return fault(`The connection to the upstream failed${code}`, { cause });
}

/** The fault of an answer that took too long. */
function lateFault(timeout: number, cause: unknown): Fault {
  return fault(`The upstream did not answer within ${timeout / 1000} s`, { cause });
}

/** The fault of a failed response. */
function statusFault(uri: string, { status, headers }: Got): Fault {
  if (status === 404) return resourceNotFound(uri);
  const retryAfter = parseRetryAfter(headers['retry-after'], Date.now);
  const passing = status >= 500 || status === 408 || status === 429;
  return fault(`The upstream answered with status ${status}`, {
    ...(!passing && { strategy: 'report_and_abort' }),
    ...(passing && retryAfter !== undefined && { retryAfter }),
  });
}

/** The fault of an unusable response; a retry would get the same. */
function uselessFault(why: string): Fault {
  return fault(why, { strategy: 'report_and_abort' });
}

// Reading changes nothing, however it ends.
function fault(details: string, options: FaultOptions): Fault {
  const given = { details, effect: 'none', strategy: 'retry_with_backoff', ...options } as const;
  return conditionFault('transport', { details }, given);
}
