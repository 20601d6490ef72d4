import { request } from 'undici';

export interface Heard {
  readonly status: number;
  readonly body: unknown;
}

export interface AskOptions {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  /** The whole header. */
  readonly authorization?: string;
}

/** One request over real HTTP, and its parsed answer. */
export async function ask(
  url: string,
  method: 'GET' | 'POST' | 'DELETE' | 'PUT',
  path: string,
  { body, raw, authorization }: AskOptions = {},
): Promise<Heard> {
  const response = await request(`${url}${path}`, {
    method,
    // A kept connection would break in place of a refused one when the server stops.
    reset: true,
    headers: { ...(authorization !== undefined && { authorization }) },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
  });
  return { status: response.statusCode, body: JSON.parse(await response.body.text()) };
}
