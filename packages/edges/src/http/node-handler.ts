import { isPromise } from '@errata/core/internal';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpEdge } from './edge.js';
import {
  BodyBytes,
  type Body,
  type BodyProblem,
  type HttpResponse,
  type HttpHead,
  type Receive,
  type Sink,
} from './http-messages.js';

/** Serve an edge with node:http, or with a framework that passes its requests and responses on. */
export function toNodeHandler(
  edge: HttpEdge,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const begun = edge.begin(new NodeHead(request, response));
    const go = (next: HttpResponse | Receive): void => {
      if (typeof next === 'function') receive(edge, request, response, next);
      else send(edge, request, response, next);
    };
    // An edge does not reject.
    if (isPromise(begun)) void begun.then(go);
    else go(begun);
  };
}

/** A request of node:http as the edge wants it. A class: one is made per request. */
class NodeHead implements HttpHead {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get method(): string {
    return this.#request.method!;
  }

  get auth(): unknown {
    return (this.#request as { auth?: unknown }).auth;
  }

  get address(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  readonly header = (name: string): string | undefined => {
    if (name === 'host') return hostOf(this.#request);
    const value = this.#request.headers[name];
    return typeof value === 'object' ? value.join(', ') : value;
  };

  *headers(): Iterable<readonly [string, string]> {
    for (const name in this.#request.headers) {
      const value = this.header(name);
      // The pseudo-headers of HTTP/2 are no headers.
      if (value !== undefined && !name.startsWith(':')) yield [name, value];
    }
  }

  readonly onClosed = (listener: () => void): void => {
    const response = this.#response;
    response.once('close', () => {
      if (!response.writableFinished) listener();
    });
  };
}

/** RFC 9112 §3.2: two Host headers are an error. Node shows the first and hides the other, which a proxy may have gone by. */
function hostOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') found++;
  }
  if (found > 1) return undefined;
  return headers.host ?? (headers[':authority'] as string | undefined);
}

function receive(
  edge: HttpEdge,
  request: IncomingMessage,
  response: ServerResponse,
  next: Receive,
): void {
  const answer = (given: ReturnType<Receive>): void => {
    if (isPromise(given)) void given.then((ready) => send(edge, request, response, ready));
    else send(edge, request, response, given);
  };
  let body: Body | BodyProblem;
  try {
    body = parsedBody(request);
  } catch (cause) {
    body = { problem: 'unreadable', cause }; // a mistake in how the application is put together
  }
  if (body !== undefined) answer(next(body));
  else readBody(request, edge.limits, (read) => answer(next(read)));
}

/** A body that a framework has read and parsed before; undefined where the stream is still to be read. */
function parsedBody(request: IncomingMessage): Uint8Array | string | undefined {
  // Some frameworks put an empty object there though they read nothing.
  if (!request.readableDidRead) return undefined;
  const { body } = request as { body?: unknown };
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body !== undefined) return JSON.stringify(body);
  throw new TypeError('the body was read before, and nobody left it in request.body');
}

/** Read a body as far as it is allowed to go. `done` is called once, and not at all if the client goes away. */
function readBody(
  request: IncomingMessage,
  { maxBytes, bodyTimeout }: HttpEdge['limits'],
  done: (body: Uint8Array | BodyProblem) => void,
): void {
  const bytes = new BodyBytes(maxBytes);
  let isDone = false;
  let timer: NodeJS.Timeout | undefined;
  const finish = (body: Uint8Array | BodyProblem): void => {
    isDone = true;
    clearTimeout(timer);
    done(body);
  };
  // The listeners stay: what still comes has to go somewhere, or the socket's other side never gets to read the answer.
  request
    .on('data', (chunk: Buffer) => {
      if (!isDone && !bytes.push(chunk)) finish(bytes.finish(false));
    })
    .on('end', () => {
      if (!isDone) finish(bytes.finish());
    });
  // Most bodies come in one packet with their head. Node has read it all by the next tick, and no timer is needed.
  process.nextTick(() => {
    if (isDone || request.complete) return;
    const onClose = (): void => clearTimeout(timer);
    request.on('close', onClose).on('error', onClose);
    if (bodyTimeout <= 0) return;
    const giveUp = (): void =>
      finish(bytes.isTooLarge ? bytes.finish(false) : { problem: 'too-slow' });
    timer = setTimeout(giveUp, bodyTimeout).unref();
  });
}

function send(
  edge: HttpEdge,
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, stream }: HttpResponse,
): void {
  if (response.destroyed || response.headersSent) return;
  const unread = isLeftUnread(request, status);
  // A connection that is kept would keep a server open that is to close.
  if ((unread || edge.draining) && request.httpVersionMajor < 2) headers['Connection'] = 'close';
  response.writeHead(status, headers);
  if (stream !== undefined) {
    response.flushHeaders();
    stream(new NodeSink(edge, response));
  } else if (unread) lingerAndEnd(request, response, body);
  else response.end(body);
}

/** As much of a refused body as is read and thrown away to keep the connection. */
const SMALL = 64 * 1024;

function isLeftUnread(request: IncomingMessage, status: number): boolean {
  if (request.complete || request.readableEnded) return false;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || Number(length ?? 0) > SMALL || status === 408;
}

/** How long a client that is still sending gets to read why it should stop. */
const LINGER = 500;

/**
 * Closing a socket with unread bytes in it resets the connection, and the client may lose the answer. So the answer goes out whole, the
 * rest of the body is thrown away for a moment, and then the connection ends.
 */
function lingerAndEnd(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
): void {
  if (body !== undefined) response.write(body);
  else response.flushHeaders();
  const timer = setTimeout(() => end(), LINGER);
  timer.unref();
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  request.once('end', end).once('close', end).resume();
}

class NodeSink implements Sink {
  readonly #edge: HttpEdge;
  readonly #response: ServerResponse;

  constructor(edge: HttpEdge, response: ServerResponse) {
    this.#edge = edge;
    this.#response = response;
  }

  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  write(text: string): void {
    const response = this.#response;
    const edge = this.#edge;
    if (this.closed) return;
    // One reader that does not read must not fill the memory of all. A single long message is not its fault.
    if (response.writableLength > edge.limits.maxBuffered) response.destroy();
    else response.write(text);
  }

  end(): void {
    const response = this.#response;
    const edge = this.#edge;
    if (this.closed) return;
    const { socket } = response;
    if (edge.draining) response.once('finish', () => socket?.end());
    response.end();
  }
}
