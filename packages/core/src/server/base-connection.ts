import {
  encodeBatch,
  type IdText,
  type Incoming,
  type NotificationMessage,
  type Problem,
  type RequestMessage,
  type ResponseMessage,
  type SingleMessage,
} from '../codec/index.js';
import { type FailureAnswers, failureOf } from './answer-failure.js';
import { Call, type Exchange, type ProtocolFailure, isPromise, type Maybe } from './call.js';
import type { Connection, Deliver } from './connection.js';

/** The common part of all connections: reads a text, answers each message of a batch, refuses invalid messages. */
export abstract class BaseConnection implements Connection {
  abstract readonly inFlight: number;
  abstract close(why?: unknown): void;
  abstract abandon(thrown: unknown, deliver: Deliver): void;

  protected abstract parse(input: string | Uint8Array): Incoming;
  /** Answers invalid messages, and what an edge refuses. */
  protected abstract readonly answers: FailureAnswers;
  protected abstract request(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined>;
  protected abstract notification(
    message: NotificationMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined>;

  /** The reply to a request of the server's own. Most servers have none. */
  protected response(
    _message: ResponseMessage,
    _exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    return undefined;
  }

  receive(input: string | Uint8Array, exchange?: Exchange): Maybe<string | undefined> {
    return this.handle(this.parse(input), exchange);
  }

  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined> {
    if (incoming.kind !== 'batch') return this.#single(incoming, exchange);
    const replies = incoming.messages.map((message) => this.#single(message, exchange));
    return replies.some(isPromise)
      ? Promise.all(replies).then(joinReplies)
      : joinReplies(replies as (string | undefined)[]);
  }

  refuse(failure: ProtocolFailure, id?: IdText, exchange?: Exchange): string {
    return this.answers.refuse(failure, new Call('', id, exchange));
  }

  protected problem(problem: Problem, exchange: Exchange | undefined): string | undefined {
    const reply = this.refuse(failureOf(problem), problem.id, exchange);
    return problem.answerable ? reply : undefined;
  }

  #single(
    message: SingleMessage | Problem,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    switch (message.kind) {
      case 'request':
        return this.request(message, exchange);
      case 'notification':
        return this.notification(message, exchange);
      case 'response':
        return this.response(message, exchange);
      case 'problem':
        return this.problem(message, exchange);
    }
  }
}

function joinReplies(replies: readonly (string | undefined)[]): string | undefined {
  return encodeBatch(replies.filter((reply) => reply !== undefined));
}
