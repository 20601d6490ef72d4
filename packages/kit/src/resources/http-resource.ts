import type { ResourceContents } from '../content.js';
import type { Resource } from '../resource.js';
import { get, type Got } from './http/get.js';
import { lateFault, lostFault, statusFault, uselessFault } from './http/upstream-fault.js';
import { toContents } from './to-contents.js';

export interface HttpResourceOptions {
  /** What clients call it. */
  readonly uri: string;
  /** Where it is fetched from, for each reading; clients do not learn it. Redirects are not followed. */
  readonly url: string | URL;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** What the upstream says unless told. */
  readonly mimeType?: string;
  /** Bytes of an answer; 1 MiB unless told. */
  readonly maxBytes?: number;
  /** Milliseconds for the whole answer; 10,000 unless told. */
  readonly timeout?: number;
}

/** A resource whose content is fetched from an upstream. Its 404 is RESOURCE_NOT_FOUND, every other failure TRANSPORT_ERROR. */
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
  // Parameters such as the charset matter only where the text could not be read as UTF-8.
  const told = headers['content-type'];
  const contents = toContents(uri, body, mimeType ?? told);
  if (mimeType !== undefined || told === undefined || 'blob' in contents) return contents;
  return { ...contents, mimeType: told.split(';', 1)[0]!.trim() };
}
