import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';

export interface GetOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Of a success; undefined where there is more of it than `maxBytes`, and otherwise. */
  readonly body: Buffer | undefined;
}

/** One GET over HTTP or HTTPS; throws where the connection fails before the answer is complete. */
export async function get(url: URL, { signal, maxBytes }: GetOptions): Promise<Got> {
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
