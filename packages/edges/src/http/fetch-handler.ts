import {
  BodyBytes,
  type Body,
  type BodyProblem,
  type HttpResponse,
  type HttpHead,
  type Sink,
} from './http-messages.js';
import type { HttpEdge } from './edge.js';

/** Options of `toFetchHandler`. */
export interface FetchOptions {
  /** The caller, if something in front authenticated it. */
  readonly auth?: unknown;
  /** The remote address, if the runtime has it: `192.0.2.1`. */
  readonly address?: string | undefined;
  /** The body, where something in front has read it. */
  readonly body?: string | Uint8Array;
}

/** Serve an edge where requests and responses are those of the web: Hono, Deno, Bun, workers. */
export function toFetchHandler(
  edge: HttpEdge,
): (request: Request, options?: FetchOptions) => Promise<Response> {
  return async (request, options = {}) => {
    const head = new FetchHead(request, options);
    const begun = await edge.begin(head);
    if (typeof begun !== 'function') return toResponse(edge, head, begun);
    const body = options.body ?? (await readBody(request, edge.limits));
    return toResponse(edge, head, await begun(body));
  };
}

class FetchHead implements HttpHead {
  readonly auth: unknown;
  readonly address: string | undefined;
  readonly #request: Request;
  readonly #listeners: (() => void)[] = [];
  #gone = false;

  constructor(request: Request, { auth, address }: FetchOptions) {
    this.#request = request;
    this.auth = auth;
    this.address = address;
  }

  get method(): string {
    return this.#request.method;
  }

  readonly header = (name: string): string | undefined => {
    const value = this.#request.headers.get(name);
    // Runtimes may keep the host to themselves; the URL has it in any case.
    return value ?? (name === 'host' ? new URL(this.#request.url).host : undefined);
  };

  headers(): Iterable<readonly [string, string]> {
    return this.#request.headers;
  }

  readonly onClosed = (listener: () => void): void => {
    const { signal } = this.#request;
    if (this.#gone || signal.aborted) return listener();
    if (this.#listeners.push(listener) > 1) return;
    signal.addEventListener('abort', () => this.close(), { once: true });
  };

  /** The request was aborted, or the response is no longer read. */
  close(): void {
    if (this.#gone) return;
    this.#gone = true;
    for (const listener of this.#listeners) listener();
  }
}

function toResponse(edge: HttpEdge, head: FetchHead, answer: HttpResponse): Response {
  const { status, headers, body, stream } = answer;
  if (stream === undefined) return new Response(body ?? null, { status, headers });
  return new Response(toReadable(stream, head, edge.limits.maxBuffered), { status, headers });
}

const encoder = new TextEncoder();

function toReadable(
  stream: (sink: Sink) => void,
  head: FetchHead,
  maxBuffered: number,
): ReadableStream<Uint8Array> {
  let closed = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream({
          get closed() {
            return closed;
          },
          write(text) {
            if (closed) return;
            if (controller.desiredSize! > 0) return controller.enqueue(encoder.encode(text));
            // One reader that does not read must not fill the memory of all. A single long message is not its fault.
            closed = true;
            controller.error(createCutOff());
            head.close();
          },
          end() {
            if (closed) return;
            closed = true;
            controller.close();
          },
        });
      },
      cancel() {
        closed = true;
        head.close();
      },
    },
    { highWaterMark: maxBuffered, size: (chunk) => chunk.byteLength },
  );
}

/** Under a code by which servers know that there is nothing to report. */
function createCutOff(): Error {
  return Object.assign(new Error('The reader of this stream is too slow'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  });
}

async function readBody(
  request: Request,
  { maxBytes, bodyTimeout }: HttpEdge['limits'],
): Promise<Body | BodyProblem> {
  if (request.bodyUsed) {
    return { problem: 'unreadable', cause: new TypeError('the body was read before') };
  }
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const bytes = new BodyBytes(maxBytes);
  let late = false;
  const giveUp = (): void => {
    late = true;
    void reader.cancel().catch(() => undefined);
  };
  const timer = bodyTimeout > 0 ? setTimeout(giveUp, bodyTimeout) : undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) return bytes.isTooLarge ? bytes.finish(false) : { problem: 'too-slow' };
      if (done) return bytes.finish();
      if (bytes.push(value)) continue;
      void reader.cancel().catch(() => undefined);
      return bytes.finish(false);
    }
  } catch {
    // The client went away in the middle, or the runtime gave up on it; nobody reads the answer.
    return late ? { problem: 'too-slow' } : '';
  } finally {
    clearTimeout(timer);
  }
}
