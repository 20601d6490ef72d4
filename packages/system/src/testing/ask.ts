import { request, type Dispatcher } from 'undici';

export interface Heard {
  readonly status: number;
  /** The parsed body; undefined where it was empty. */
  readonly body: unknown;
}

export interface AskOptions {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  /** The whole header. */
  readonly authorization?: string;
  readonly signal?: AbortSignal;
  /** Whose connections are used; one that is closed afterwards unless told. */
  readonly dispatcher?: Dispatcher;
}

/** One request over real HTTP, and its parsed answer. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { body, raw, authorization, signal, dispatcher }: AskOptions = {},
): Promise<Heard> {
  const response = await request(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
    ...(signal !== undefined && { signal }),
    // A kept connection would break in place of a refused one when the server stops.
    ...(dispatcher === undefined ? { reset: true } : { dispatcher }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text) };
}
