import {
  asTraceparent,
  encodeNotification,
  isPromise,
  MODERN,
  type Connection,
  type Deliver,
  type Exchange,
  type IdText,
  type Incoming,
  type Maybe,
  type FailureOrigin,
  type Params,
  type Ref,
  ERA_RULES,
} from '@errata/core/internal';
import type { Era, Fault } from '@errata/core';
import {
  emptyAnswer,
  eventAnswer,
  jsonAnswer,
  streamAnswer,
  type HttpResponse,
  type HttpHead,
} from './http-messages.js';
import { EventStream, toEvent } from './event-stream.js';
import type { Accepts } from './request-head.js';
import type { RefusalContext, Refusals } from './refusals.js';

/** One POST that was let in, with its body. */
export interface Post {
  readonly head: HttpHead;
  readonly auth: unknown;
  readonly accepts: Accepts;
  readonly incoming: Incoming;
  readonly id: IdText | undefined;
}

/** Where the connection of a message comes from: a session, or made for this message. */
export interface Source {
  /** What it adds to the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called once, before the response is sent. Without a reply if the client went away or the connection failed. */
  settled(delivery: Delivery, reply: string | undefined, why: string): void;
}

/** What a delivery needs of its edge. */
interface EdgeParts {
  readonly refusals: Refusals;
  readonly settings: { readonly keepAlive: number };
}

/** Nothing is sent yet, and `resolve` is there once somebody waits; or events are sent; or the answer is complete. */
type State =
  | { readonly is: 'waiting'; readonly resolve?: (answer: HttpResponse) => void }
  | { readonly is: 'streaming'; readonly stream: EventStream }
  | { readonly is: 'over'; readonly answer?: HttpResponse };

const WAITING: State = { is: 'waiting' };
const OVER: State = { is: 'over' };

/**
 * One message on its way through a connection. The answer is JSON, or a stream of events as soon as the handler says something before
 * its reply. A class, and the exchange itself, because one is made per request.
 */
export class Delivery implements Exchange, RefusalContext {
  readonly connection: Connection;
  readonly era: Era;
  readonly auth: unknown;
  readonly notify?: NonNullable<Exchange['notify']>;
  readonly send?: NonNullable<Exchange['send']>;
  /** The last failure that the connection answered, and whether a handler raised it. */
  fault: Fault | undefined = undefined;
  #origin: FailureOrigin = 'edge';
  #state: State = WAITING;
  readonly #post: Post;
  readonly #source: Source;
  readonly #edge: EdgeParts;

  constructor(post: Post, era: Era, connection: Connection, source: Source, edge: EdgeParts) {
    this.#post = post;
    this.era = era;
    this.auth = post.auth;
    this.connection = connection;
    this.#source = source;
    this.#edge = edge;
    // Plain JSON-RPC over HTTP has no way to say anything before the reply.
    if (!ERA_RULES[era].mcp) return;
    this.notify = (method, params) => this.#tell(method, params);
    // Servers ask nothing on 2026-07-28, and who cannot read events cannot be asked.
    if (era !== MODERN && post.accepts.events) this.send = (text) => this.#push(text);
  }

  get head(): HttpHead {
    return this.#post.head;
  }

  get ref(): Ref | undefined {
    return this.#post.head.ref;
  }

  get traceparent(): string | undefined {
    return asTraceparent(this.#post.head.header('traceparent'));
  }

  get id(): IdText | undefined {
    return this.#post.id;
  }

  readonly header = (name: string): string | undefined =>
    this.#post.head.header(name.toLowerCase());

  headers(): Iterable<readonly [string, string]> {
    return this.#post.head.headers?.() ?? [];
  }

  failed(fault: Fault, origin: FailureOrigin): void {
    this.fault = fault;
    this.#origin = origin;
  }

  /** Have the message worked on. Never throws, never rejects. */
  start(): Maybe<HttpResponse> {
    const { incoming, head } = this.#post;
    let pending: Maybe<string | undefined>;
    try {
      pending = this.connection.handle(incoming, this);
    } catch (thrown) {
      return this.#break(thrown); // core's connections do not throw; others may
    }
    if (!isPromise(pending)) return this.#finish(pending);
    const answered = pending.then(
      (reply) => this.#finish(reply),
      (thrown: unknown) => this.#break(thrown),
    );
    // A notification is accepted at once; it gets no other answer.
    if (incoming.kind === 'notification' || incoming.kind === 'response') return this.#accepted();
    // Up to 2025-11-25 a client that goes away has cancelled nothing; on 2026-07-28 it has.
    if (this.era === MODERN) head.onClosed(() => this.#abandon());
    if (this.#state.is === 'streaming') return this.#streamed(this.#state.stream);
    return new Promise((resolve) => {
      if (this.#state.is === 'waiting') this.#state = { is: 'waiting', resolve };
      void answered.then(resolve);
    });
  }

  /** Answer with a reply that came another way: the process cannot wait for the handler any more. */
  conclude(reply: string): void {
    const state = this.#state;
    if (state.is === 'over') return;
    const answer = this.#finish(reply);
    this.#state = { is: 'over', answer };
    if (state.is === 'waiting') state.resolve?.(answer);
  }

  #tell(method: string, params: Params | undefined): void {
    if (this.#state.is === 'over' || !this.#post.accepts.events) return; // nobody reads it
    this.#push(encodeNotification(method, params));
  }

  #push(text: string): void {
    const state = this.#state;
    if (state.is === 'streaming') return state.stream.send(text);
    if (state.is === 'over') return; // nobody reads it any more
    const stream = new EventStream(this.#edge.settings.keepAlive);
    this.#state = { is: 'streaming', stream };
    state.resolve?.(this.#streamed(stream));
    stream.send(text);
  }

  #finish(reply: string | undefined): HttpResponse {
    const { fault } = this;
    const state = this.#state;
    if (state.is === 'over') return state.answer ?? this.#accepted();
    this.#end(reply, 'The message is answered');
    if (state.is === 'waiting') return this.#toAnswer(reply);
    // The status is sent already, but the error object is still to be the right one.
    const restated = fault && this.#edge.refusals.restate(fault, this);
    return this.#endStream(state.stream, restated ?? reply);
  }

  #break(thrown: unknown): HttpResponse {
    const state = this.#state;
    if (state.is === 'over') return state.answer ?? this.#accepted();
    this.#end(undefined, 'The connection failed');
    const answer = this.#edge.refusals.fail(thrown, this);
    return state.is === 'waiting' ? answer : this.#endStream(state.stream, answer.body);
  }

  #abandon(): void {
    const state = this.#state;
    if (state.is === 'over') return;
    if (state.is === 'streaming') state.stream.end();
    this.#end(undefined, 'The client went away');
  }

  /** From here on nothing is sent that a handler says. */
  #end(reply: string | undefined, why: string): void {
    this.#state = OVER;
    this.#source.settled(this, reply, why);
  }

  #endStream(stream: EventStream, last: string | undefined): HttpResponse {
    if (last !== undefined) stream.send(last);
    stream.end();
    return this.#streamed(stream);
  }

  #streamed(stream: EventStream): HttpResponse {
    return streamAnswer((sink) => stream.start(sink), this.#source.headers);
  }

  #toAnswer(reply: string | undefined): HttpResponse {
    const { fault } = this;
    const post = this.#post;
    const source = this.#source;
    const { refusals } = this.#edge;
    // A cancelled request is not replied to (MCP, cancellation), but HTTP wants an answer.
    if (reply === undefined) return this.#accepted();
    // In a batch each reply speaks for itself.
    if (fault === undefined || post.incoming.kind === 'batch') {
      return replyAnswer(reply, post.accepts, source.headers);
    }
    const body = refusals.restate(fault, this);
    if (body !== undefined) return jsonAnswer(400, body, source.headers);
    const { status, headers } = refusals.statusOf(fault, this.#origin, this);
    return status === 200
      ? replyAnswer(reply, post.accepts, source.headers)
      : jsonAnswer(status, reply, { ...source.headers, ...headers });
  }

  #accepted(): HttpResponse {
    return emptyAnswer(ERA_RULES[this.era].mcp ? 202 : 204, this.#source.headers);
  }
}

/** A reply in the form that the client reads. */
export function replyAnswer(
  reply: string,
  { json }: Accepts,
  headers?: Readonly<Record<string, string>>,
): HttpResponse {
  return json ? jsonAnswer(200, reply, headers) : eventAnswer(toEvent(reply), headers);
}

/** Takes a reply that a connection gave up waiting for to where its request came from. */
export const deliver: Deliver = (reply, exchange) => {
  if (exchange instanceof Delivery) exchange.conclude(reply);
};
