/** As far as the SDKs' transports use `fetch`. */
export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** An answer that asks the caller to come back later, with the headers that say when. */
export class RetryLaterError extends Error {
  /** Where other HTTP clients keep the answer too; core reads it there. */
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Headers;
    readonly body: string;
  };

  constructor(response: Response, body: string) {
    super(`HTTP ${response.status} ${response.statusText}`.trimEnd());
    const { status, statusText, headers } = response;
    this.response = { status, statusText, headers, body };
  }

  override get name(): string {
    return 'RetryLaterError';
  }
}

// 401, 403, 404 and 405 mean something to the transports and have to reach them.
const RETRY_LATER: ReadonlySet<number> = new Set([429, 503]);

/**
 * A `fetch` for the transport of either SDK. Both drop the headers of a failed answer, and with them `Retry-After`: a
 * client that does not know the time comes back too early. With this one the answer to a POST arrives whole.
 */
export function recoveringFetch(fetch: FetchLike = globalThis.fetch): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const asksToWait = RETRY_LATER.has(response.status) && response.headers.has('retry-after');
    if (!asksToWait || init?.method !== 'POST') return response;
    // A body that breaks off says nothing; status and headers still do.
    throw new RetryLaterError(response, await response.text().catch(() => ''));
  };
}
