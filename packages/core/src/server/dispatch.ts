import {
  encodeResult,
  type Incoming,
  type NotificationMessage,
  type Params,
  type Parse,
  type RequestMessage,
  type ResponseMessage,
} from '../codec/index.js';
import { objectOrEmpty } from '../contract/index.js';
import { CLIENT_KEY, metaOf } from '../era/index.js';
import { isFault } from '../fault/index.js';
import type { FailureAnswers, ToolSurface } from './answer-failure.js';
import { BaseConnection } from './base-connection.js';
import {
  Call,
  type Exchange,
  type ProtocolFailure,
  isLate,
  isPromise,
  type Maybe,
  ignoringErrors,
  settleWithin,
} from './call.js';
import type {
  CallSummary,
  Deadline,
  Deliver,
  Handler,
  OnCall,
  ToolFailures,
} from './connection.js';
import { InFlight } from './in-flight.js';
import { resultJson } from './result-json.js';

/** The state that all connections of a server share. */
export interface Shared {
  readonly parse: Parse;
  readonly methods: ReadonlyMap<string, Handler>;
  readonly answers: FailureAnswers;
  readonly mcp: boolean;
  readonly deadline: Deadline | undefined;
  readonly maxResultChars: number | undefined;
  /** Where failed tools go, if neither contract nor era is to decide. */
  readonly toolFailures: ToolFailures | undefined;
  readonly onCall: OnCall | undefined;
  readonly onResponse: ((response: ResponseMessage) => void) | undefined;
}

/** A connection to a table of handlers. A class, because an HTTP edge makes one per request. */
export class Dispatch extends BaseConnection {
  readonly #shared: Shared;
  readonly #peer: unknown;
  readonly #calls = new InFlight();
  #client: string | undefined = undefined;

  constructor(shared: Shared, peer: unknown) {
    super();
    this.#shared = shared;
    this.#peer = peer;
  }

  protected get answers(): FailureAnswers {
    return this.#shared.answers;
  }

  get inFlight(): number {
    return this.#calls.size;
  }

  close(why?: unknown): void {
    if (this.#calls.size === 0) return; // most often: an HTTP edge closes a connection after each reply
    for (const call of [...this.#calls.all()]) call.cancel(why);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    for (const call of [...this.#calls.all()]) {
      if (call.cancelled) continue;
      const reply = this.#fail(thrown, call, call.params);
      call.cancel(thrown);
      if (reply !== undefined) ignoringErrors(() => deliver(reply, call.exchange));
    }
  }

  protected parse(input: string | Uint8Array): Incoming {
    return this.#shared.parse(input);
  }

  protected override response(message: ResponseMessage): undefined {
    ignoringErrors(() => this.#shared.onResponse?.(message));
  }

  protected request(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const call = new Call(message.method, message.id, exchange, this.#peer);
    const { onCall } = this.#shared;
    if (onCall === undefined) return this.#start(message, call);
    const started = Date.now();
    const done = (reply: string | undefined): string | undefined => {
      ignoringErrors(() => onCall(summarise(call, message.params, Date.now() - started)));
      return reply;
    };
    const reply = this.#start(message, call);
    return isPromise(reply) ? reply.then(done) : done(reply);
  }

  #start({ id, method, params }: RequestMessage, call: Call): Maybe<string | undefined> {
    const { answers, methods, mcp } = this.#shared;
    if (this.#calls.size > 0 && this.#calls.has(id)) return answers.refuse(ID_IN_USE, call, params);
    const handler = methods.get(method);
    if (handler === undefined) {
      return answers.refuse({ condition: 'method-not-found', context: { method } }, call, params);
    }
    if (mcp && method === 'initialize')
      this.#client = clientOf(objectOrEmpty(params)['clientInfo']);
    let result: unknown;
    try {
      result = handler(params, call);
      if (!isPromise(result)) return this.#finish(result, call, params);
    } catch (thrown) {
      return this.#fail(thrown, call, params);
    }
    call.params = params;
    this.#calls.add(call);
    return this.#settle(result, call, params);
  }

  #fail(thrown: unknown, call: Call, params: Params | undefined): string | undefined {
    return this.#shared.answers.fail(thrown, call, params, this.#surfaceFor(params));
  }

  #surfaceFor(params: Params | undefined): ToolSurface | undefined {
    const { toolFailures } = this.#shared;
    if (typeof toolFailures !== 'function') return toolFailures;
    const client = clientOf(metaOf(params)[CLIENT_KEY]) ?? this.#client;
    return ignoringErrors(() => toolFailures(client));
  }

  /** Waits for the handler, but not longer than the client: a cancellation frees the id at once. */
  #settle(
    pending: PromiseLike<unknown>,
    call: Call,
    params: Params | undefined,
  ): Promise<string | undefined> {
    return new Promise((resolve) => {
      call.onCancelled = () => {
        this.#calls.remove(call);
        resolve(undefined);
      };
      void this.#outcome(pending, call, params).then((reply) => {
        this.#calls.remove(call);
        resolve(reply);
      });
    });
  }

  async #outcome(
    pending: PromiseLike<unknown>,
    call: Call,
    params: Params | undefined,
  ): Promise<string | undefined> {
    try {
      const result = await this.#within(pending, call, params);
      return call.cancelled ? undefined : this.#finish(result, call, params);
    } catch (thrown) {
      return isLate(thrown)
        ? this.#expire(thrown.failure, call, params)
        : this.#fail(thrown, call, params);
    }
  }

  #within(
    pending: PromiseLike<unknown>,
    call: Call,
    params: Params | undefined,
  ): PromiseLike<unknown> {
    const { deadline } = this.#shared;
    if (deadline === undefined) return pending;
    const limit =
      typeof deadline === 'number' ? deadline : ignoringErrors(() => deadline(call.method, params));
    return limit === undefined
      ? pending
      : settleWithin(pending, limit, call.method, toolOf(call, params));
  }

  /** The effect of the handler is unknown; its signal is aborted, and its result is dropped. */
  #expire(failure: ProtocolFailure, call: Call, params: Params | undefined): string | undefined {
    call.expire(failure.given?.details);
    return call.cancelled
      ? undefined
      : this.#fail(this.#shared.answers.toFault(failure, call), call, params);
  }

  /** A fault may be returned as well as thrown: throwing costs more than all the rest of a failure. */
  #finish(result: unknown, call: Call, params: Params | undefined): string | undefined {
    return isFault(result) ? this.#fail(result, call, params) : this.#succeed(result, call, params);
  }

  #succeed(result: unknown, call: Call, params: Params | undefined): string {
    const json = resultJson(result, this.#shared.maxResultChars);
    return typeof json === 'string'
      ? encodeResult(call.id!, json)
      : this.#shared.answers.refuse(json, call, params, 'handler');
  }

  /** Only the operator learns of a notification's failure (JSON-RPC §4.1). */
  protected notification(
    { method, params }: NotificationMessage,
    exchange: Exchange | undefined,
  ): Maybe<undefined> {
    if (this.#shared.mcp && method === 'notifications/cancelled') return this.#cancel(params);
    const handler = this.#shared.methods.get(method);
    if (handler === undefined) return undefined;
    const call = new Call(method, undefined, exchange, this.#peer);
    const lost = (thrown: unknown): undefined => this.#shared.answers.note(thrown, call, params);
    try {
      const pending = handler(params, call);
      return isPromise(pending) ? Promise.resolve(pending).then(() => undefined, lost) : undefined;
    } catch (thrown) {
      return lost(thrown);
    }
  }

  #cancel(params: Params | undefined): undefined {
    const { requestId, reason } = (params ?? {}) as { requestId?: unknown; reason?: unknown };
    const call = this.#calls.find(requestId);
    // MCP: a cancellation of something unknown or finished is ignored, and initialize cannot be cancelled.
    if (call !== undefined && call.method !== 'initialize') call.cancel(reason);
  }
}

/** The refusal of a second request with an id in flight. */
export const ID_IN_USE: ProtocolFailure = {
  condition: 'invalid-request',
  context: { problem: 'id-in-use' },
  given: { details: 'A request with this id is still being worked on' },
};

function clientOf(info: unknown): string | undefined {
  const { name } = objectOrEmpty(info);
  return typeof name === 'string' ? name : undefined;
}

function summarise(call: Call, params: Params | undefined, milliseconds: number): CallSummary {
  const tool = toolOf(call, params);
  const { method, fault } = call;
  return { method, ...(tool !== undefined && { tool }), milliseconds, ...(fault && { fault }) };
}

function toolOf({ method }: Call, params: Params | undefined): string | undefined {
  const { name } = (params ?? {}) as { name?: unknown };
  return method === 'tools/call' && typeof name === 'string' ? name : undefined;
}
