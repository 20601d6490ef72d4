import { byteLength, type IdText, type Maybe, type Ref } from '@errata/core/internal';
import { Outline, tooLarge } from '../lines/index.js';

/** A request without its body: enough to refuse most invalid requests before reading. */
export interface HttpHead {
  readonly method: string;
  /** The value of a header by its lower-case name; several of one name joined with a comma. Needs no `this`. */
  readonly header: (name: string) => string | undefined;
  /** All of them, for a connection that passes the request on. */
  headers?(): Iterable<readonly [name: string, value: string]>;
  /** Called once if the client disconnects before the answer. */
  readonly onClosed: (listener: () => void) => void;
  /** The remote address of the socket: `192.0.2.1`. */
  readonly address?: string | undefined;
  /** The ref of this request, if the edge gives one to each. */
  readonly ref?: Ref;
  /** The caller, if a framework authenticated it before. */
  readonly auth?: unknown;
}

/** The bytes or the text of a body; undefined if there is none. */
export type Body = Uint8Array | string | undefined;

/** A request with its body. */
export interface HttpRequest extends HttpHead {
  readonly body: Body;
}

/** An incomplete body: the client stopped, or other code has already read it. */
export type BodyProblem =
  | { readonly problem: 'too-large'; readonly id?: IdText }
  | { readonly problem: 'too-slow' }
  | { readonly problem: 'unreadable'; readonly cause: unknown };

/** The second step of an accepted request: read its body and deliver it. */
export type Receive = (body: Body | BodyProblem) => Maybe<HttpResponse>;

/** An argument that a tool marks with `x-mcp-header`: the name behind `Mcp-Param-`, and where the argument is. */
export interface ParamHeader {
  readonly name: string;
  readonly path: readonly string[];
}

export type ParamHeaders = (tool: string) => readonly ParamHeader[] | undefined;

/** The writing end of a stream. Writing to a closed one does nothing. */
export interface Sink {
  write(text: string): void;
  end(): void;
  readonly closed: boolean;
}

/** A response is short and complete, or a stream that starts when it gets a sink. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly stream?: (sink: Sink) => void;
}

export function isBodyProblem(body: Body | BodyProblem): body is BodyProblem {
  return typeof body === 'object' && 'problem' in body;
}

type Headers = Readonly<Record<string, string>>;

const NO_HEADERS: Headers = {};

/** An answer with a JSON text. */
export function jsonAnswer(
  status: number,
  body: string,
  headers: Headers = NO_HEADERS,
): HttpResponse {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(bytesOf(body)),
      ...headers,
    },
    body,
  };
}

/** A response with a status and no body. */
export function emptyAnswer(status: number, headers: Headers = NO_HEADERS): HttpResponse {
  // RFC 9110 §8.6: a 204 has no Content-Length.
  return {
    status,
    headers: status === 204 ? { ...headers } : { 'Content-Length': '0', ...headers },
  };
}

/** A response with an event stream. */
export function streamAnswer(
  stream: (sink: Sink) => void,
  headers: Headers = NO_HEADERS,
): HttpResponse {
  return { status: 200, headers: { ...EVENT_HEADERS, ...headers }, stream };
}

/** A stream of one event that is known already, for clients that accept nothing else. */
export function eventAnswer(events: string, headers: Headers = NO_HEADERS): HttpResponse {
  return {
    status: 200,
    headers: { ...EVENT_HEADERS, 'Content-Length': String(bytesOf(events)), ...headers },
    body: events,
  };
}

const EVENT_HEADERS: Headers = {
  'Content-Type': 'text/event-stream',
  // Proxies that store or compress a stream hold its events back.
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** A text that a hook made, as a header value: a line break in it would start a header of the hook's choosing. */
export function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e]+/g, ' ').trim();
}

function bytesOf(text: string): number {
  // Node counts long texts much faster than a loop; other runtimes have no Buffer.
  return typeof Buffer === 'undefined' ? byteLength(text) : Buffer.byteLength(text);
}

/** How many times the limit a body may have and still be read, to find its id. */
export const READ_BEYOND = 4;

/** The bytes of a body as they come: kept up to the limit, beyond it only looked through for the id. */
export class BodyBytes {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #outline: Outline | undefined = undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk, and says whether more of them are wanted. */
  push(chunk: Uint8Array): boolean {
    this.#size += chunk.byteLength;
    if (this.#outline === undefined && this.#size > this.#maxBytes) {
      this.#outline = new Outline();
      for (const kept of this.#chunks.splice(0)) this.#outline.push(kept);
    }
    if (this.#outline === undefined) this.#chunks.push(chunk);
    else this.#outline.push(chunk);
    return this.#size <= READ_BEYOND * this.#maxBytes;
  }

  get isTooLarge(): boolean {
    return this.#outline !== undefined;
  }

  /** The body, or why there is none. Its id is certain only where it came in whole: there might be a second one. */
  finish(isWhole = true): Uint8Array | BodyProblem {
    const outline = this.#outline;
    const chunks = this.#chunks;
    const size = this.#size;
    if (outline !== undefined) {
      const { id, answerable } = tooLarge(isWhole ? outline.text : undefined);
      return { problem: 'too-large', ...(answerable && id !== undefined && { id }) };
    }
    if (chunks.length === 1) return chunks[0]!;
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    return whole;
  }
}

/** The id of a message that is refused without being parsed. */
export function idIn(body: Body): IdText | undefined {
  if (body === undefined) return undefined;
  const outline = new Outline();
  outline.push(typeof body === 'string' ? new TextEncoder().encode(body) : body);
  const { id, answerable } = tooLarge(outline.text);
  return answerable ? id : undefined;
}
