import { encodeNotification, type Incoming, type IdText, type Params } from '@errata/core/codec';
import type { Origin } from '@errata/core/contract';
import { ERA_RULES, type Era } from '@errata/core/era';
import type { Fault, Ref } from '@errata/core/fault';
import {
  asTraceparent,
  type Connection,
  type Deliver,
  type Exchange,
  isPromise,
  type Maybe,
} from '@errata/core/server';
import { emptyAnswer, eventAnswer, jsonAnswer, streamAnswer } from './answer.js';
import { endConnection } from './end-connection.js';
import { EventStream, toEvent } from './event-stream.js';
import type { HttpAnswer, HttpHead } from './http-messages.js';
import type { Accepts } from './media-types.js';
import type { About, Refusals } from './refusals.js';
import type { Place } from './places.js';
import { MODERN } from './settings.js';

/** One POST that was let in, with its body. */
export interface Post {
  readonly head: HttpHead;
  readonly auth: unknown;
  readonly accepts: Accepts;
  readonly incoming: Incoming;
  readonly id: IdText | undefined;
}

/** What all deliveries of an edge have in common. */
export interface Desk {
  readonly refusals: Refusals;
  readonly keepAlive: number;
  /** Connections that were made for one message, while that is worked on. */
  readonly alone: Set<Connection>;
}

/** A request that is answered only when somebody ends it: its stream is what the client wants. */
export interface HeldStream extends Place {
  readonly use: 'listening';
  end(): void;
}

/** What a session adds to an answer, and wants to know of it. */
export interface Escort {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Hears of the reply before it is sent, and whether it is a failure; also that there is none, because the client went away. */
  settled(reply: string | undefined, failed: boolean): void;
}

/**
 * One message on its way through a connection. The answer is JSON, or a stream of events as soon as the handler says something before
 * its reply. A class, and the exchange itself, because one is made per request.
 */
export class Delivery implements Exchange, About {
  readonly era: Era;
  readonly auth: unknown;
  readonly notify?: NonNullable<Exchange['notify']>;
  readonly send?: NonNullable<Exchange['send']>;
  private readonly post: Post;
  private readonly desk: Desk;
  private readonly escort: Escort | undefined;
  private fault: Fault | undefined = undefined;
  private origin: Origin = 'edge';
  private stream: EventStream | undefined = undefined;
  private begun: ((answer: HttpAnswer) => void) | undefined = undefined;
  private finished = false;
  private concluded: HttpAnswer | undefined = undefined;
  /** A connection that was made for this message alone, and ends with it. */
  private own: Connection | undefined = undefined;

  constructor(post: Post, era: Era, desk: Desk, escort: Escort | undefined) {
    this.post = post;
    this.era = era;
    this.auth = post.auth;
    this.desk = desk;
    this.escort = escort;
    // Plain JSON-RPC over HTTP has no way to say anything before the reply.
    if (ERA_RULES[era].mcp) this.notify = (method, params) => this.tell(method, params);
    // Servers ask nothing on 2026-07-28, and who cannot read events cannot be asked.
    if (ERA_RULES[era].mcp && era !== MODERN && post.accepts.events) {
      this.send = (text) => this.push(text);
    }
  }

  get head(): HttpHead {
    return this.post.head;
  }

  get ref(): Ref | undefined {
    return this.post.head.ref;
  }

  get traceparent(): string | undefined {
    return asTraceparent(this.post.head.header('traceparent'));
  }

  get id(): IdText | undefined {
    return this.post.id;
  }

  readonly header = (name: string): string | undefined => this.post.head.header(name.toLowerCase());

  headers(): Iterable<readonly [string, string]> {
    return this.post.head.headers?.() ?? [];
  }

  failed(fault: Fault, origin: Origin): void {
    this.fault = fault;
    this.origin = origin;
  }

  /** Have the message worked on by a connection that was made for it. */
  alone(connection: Connection): Maybe<HttpAnswer> {
    this.own = connection;
    this.desk.alone.add(connection);
    return this.through(connection);
  }

  /** Answer with a reply that came another way: the process cannot wait for the handler any more. */
  conclude(reply: string): void {
    if (this.finished) return;
    const answer = this.finish(reply);
    this.concluded = answer;
    this.begun?.(answer);
  }

  /** Have the message worked on. Never throws, never rejects. */
  through(connection: Connection): Maybe<HttpAnswer> {
    const { incoming, head } = this.post;
    let pending: Maybe<string | undefined>;
    try {
      pending = connection.handle(incoming, this);
    } catch (thrown) {
      return this.break(thrown); // core's connections do not throw; others may
    }
    if (!isPromise(pending)) return this.finish(pending);
    const answered = pending.then(
      (reply) => this.concluded ?? this.finish(reply),
      (thrown: unknown) => this.break(thrown),
    );
    // Accepted is all that a notification is told, and it is told at once.
    if (incoming.kind === 'notification' || incoming.kind === 'response') return this.accepted();
    // Up to 2025-11-25 a client that goes away has cancelled nothing; on 2026-07-28 it has.
    if (this.era === MODERN) head.onClosed(() => this.abandon(connection));
    if (this.stream !== undefined) return this.streamed(this.stream);
    return new Promise((resolve) => {
      this.begun = resolve;
      void answered.then(resolve);
    });
  }

  private tell(method: string, params: Params | undefined): void {
    if (!this.finished && this.post.accepts.events) this.push(encodeNotification(method, params));
  }

  private push(text: string): void {
    // Nobody reads it any more, or nobody could.
    if (this.finished || !this.post.accepts.events) return;
    if (this.stream === undefined) {
      this.stream = new EventStream(this.desk.keepAlive);
      this.begun?.(this.streamed(this.stream));
    }
    this.stream.send(text);
  }

  private finish(reply: string | undefined): HttpAnswer {
    this.finished = true;
    this.endOwn('The message is answered');
    this.escort?.settled(reply, this.fault !== undefined);
    const { stream } = this;
    if (stream === undefined) return this.toAnswer(reply);
    // The status is sent already, but the error object is still to be the right one.
    const last = (this.fault && this.desk.refusals.restate(this.fault, this)) ?? reply;
    return this.endStream(stream, last);
  }

  private break(thrown: unknown): HttpAnswer {
    this.finished = true;
    this.endOwn('The connection failed');
    this.escort?.settled(undefined, true);
    const answer = this.desk.refusals.fail(thrown, this);
    return this.stream === undefined ? answer : this.endStream(this.stream, answer.body);
  }

  private abandon(connection: Connection): void {
    this.finished = true;
    this.stream?.end();
    this.escort?.settled(undefined, true);
    this.desk.alone.delete(connection);
    endConnection(connection, 'The client went away');
  }

  private endOwn(why: string): void {
    if (this.own === undefined) return;
    this.desk.alone.delete(this.own);
    endConnection(this.own, why);
  }

  private endStream(stream: EventStream, last: string | undefined): HttpAnswer {
    if (last !== undefined) stream.send(last);
    stream.end();
    return this.streamed(stream);
  }

  private streamed(stream: EventStream): HttpAnswer {
    return streamAnswer((sink) => stream.start(sink), this.escort?.headers);
  }

  private toAnswer(reply: string | undefined): HttpAnswer {
    const { fault, origin, desk, escort, post } = this;
    // A cancelled request is not replied to (MCP, cancellation), but HTTP wants an answer.
    if (reply === undefined) return this.accepted();
    // In a batch each reply speaks for itself.
    if (fault === undefined || post.incoming.kind === 'batch') return this.inForm(reply);
    const body = desk.refusals.restate(fault, this);
    if (body !== undefined) return jsonAnswer(400, body, escort?.headers);
    const { status, headers } = desk.refusals.statusOf(fault, origin, this);
    if (status === 200) return this.inForm(reply);
    return jsonAnswer(status, reply, { ...escort?.headers, ...headers });
  }

  private inForm(reply: string): HttpAnswer {
    return replyAnswer(reply, this.post.accepts, this.escort?.headers);
  }

  private accepted(): HttpAnswer {
    return emptyAnswer(ERA_RULES[this.era].mcp ? 202 : 204, this.escort?.headers);
  }
}

/** A reply in the form that the client reads. */
export function replyAnswer(
  reply: string,
  { json }: Accepts,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer {
  return json ? jsonAnswer(200, reply, headers) : eventAnswer(toEvent(reply), headers);
}

/** Takes a reply that a connection gave up waiting for to where its request came from. */
export const deliver: Deliver = (reply, exchange) => {
  if (exchange instanceof Delivery) exchange.conclude(reply);
};
