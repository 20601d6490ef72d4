import {
  createParser,
  encodeError,
  encodeNotification,
  encodeResult,
  idValue,
  toJson,
  type Incoming,
  type Limits,
  type NotificationMessage,
  type Parse,
  type RequestMessage,
  type ResponseMessage,
  objectOrEmpty,
  BaseConnection,
  ID_IN_USE,
  ignoringErrors,
  resultJson,
  type Deliver,
  type Exchange,
  type FailureAnswers,
  type Maybe,
  type ProtocolFailure,
  claimedVersion,
  MODERN,
  Call,
} from '@errata/core/internal';
import { ERAS, type Era } from '@errata/core';
import { ForwardedCalls, type Forwarded } from '@errata/edges/forward';
import type { Channel } from '@errata/edges/stdio';
import type { Answering } from '../guard/answering.js';
import { attachCall, GuardedCall } from '../guard/guarded-call.js';
import { malformedMeta } from '../guard/wrap-handler.js';
import { failureOfRefusal } from '../guard/sdk-refusal.js';
import type { SdkRequest } from '../guard/sdk-shape.js';
import { withExchange } from './current-exchange.js';
import type { SdkMessage, SdkTransport } from './sdk-transport.js';

export interface SdkConnectionOptions {
  readonly answering: Answering;
  readonly channel: Channel;
  readonly era: Era;
  readonly limits?: Partial<Limits>;
  readonly sessionId?: string;
  readonly maxResultChars?: number | undefined;
  /** Connect a server to the transport; messages wait until that is done. */
  attach(transport: SdkTransport): Promise<void>;
}

interface Pending extends Forwarded {
  readonly request: SdkRequest;
  readonly answer: (reply: string | undefined) => void;
}

/**
 * A server of either SDK behind an edge of ours. The SDK gets ids of our own making, so that the client's come back digit for digit,
 * two clients cannot meet, and whatever is no request never gets there.
 */
export class SdkConnection extends BaseConnection {
  readonly #options: SdkConnectionOptions;
  readonly #calls = new ForwardedCalls<Pending>();
  readonly #parsers = new Map<Era, Parse>();
  readonly #transport: SdkTransport;
  readonly #attached: Promise<void>;
  #ready = false;
  #ended = false;
  #era: Era;

  constructor(options: SdkConnectionOptions) {
    super();
    this.#options = options;
    this.#era = options.era;
    this.#transport = this.#createTransport();
    this.#attached = options.attach(this.#transport).then(() => {
      this.#ready = true;
    });
    // Its waiters get the error; there may be none yet.
    this.#attached.catch(() => undefined);
  }

  get inFlight(): number {
    return this.#calls.size;
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const pending of this.#calls.all()) this.#settle(pending, undefined);
    this.#transport.onclose?.();
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    for (const pending of this.#calls.all()) {
      const reply = this.answers.fail(thrown, pending.call, undefined);
      if (reply !== undefined) ignoringErrors(() => deliver(reply, pending.call.exchange));
      this.#settle(pending, undefined);
    }
  }

  protected get answers(): FailureAnswers {
    return this.#options.answering.answersFor(this.#era);
  }

  protected parse(input: string | Uint8Array): Incoming {
    const { limits } = this.#options;
    const known = this.#parsers.get(this.#era);
    const parse = known ?? createParser({ era: this.#era, ...(limits && { limits }) });
    if (known === undefined) this.#parsers.set(this.#era, parse);
    return parse(input);
  }

  protected override response(
    { id, result, error }: ResponseMessage,
    exchange: Exchange | undefined,
  ): Maybe<undefined> {
    if (id === undefined) return undefined;
    const body = error === undefined ? { result } : { error };
    return this.#deliver({ jsonrpc: '2.0', id: idValue(id) ?? 0, ...body }, exchange);
  }

  protected request(
    { id, method, params }: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const call = new Call(method, id, exchange);
    if (this.#calls.has(id)) return this.answers.refuse(ID_IN_USE, call, params);
    const request: SdkRequest = { method, ...(params && { params: objectOrEmpty(params) }) };
    const failure = malformedMeta(request);
    if (failure !== undefined) return this.answers.refuse(failure, call, params);
    if (claimedVersion(request.params) === MODERN) this.#era = MODERN;
    const ours = this.#calls.nextId();
    return new Promise((answer) => {
      const pending: Pending = { ours, call, answer, request };
      this.#calls.add(pending);
      const message = { jsonrpc: '2.0', id: ours, method, ...(params && { params }) } as const;
      const guarded = new GuardedCall(request, ours, call);
      // The server could not even be connected: nobody else would answer.
      void this.#deliver(attachCall(message, guarded), exchange)?.catch((thrown: unknown) =>
        this.#settle(pending, this.answers.fail(thrown, call, params)),
      );
    });
  }

  #settle(pending: Pending, reply: string | undefined): void {
    if (this.#calls.remove(pending)) pending.answer(reply);
  }

  protected notification(
    { method, params }: NotificationMessage,
    exchange: Exchange | undefined,
  ): Maybe<undefined> {
    const message = { jsonrpc: '2.0', method, ...(params && { params }) } as const;
    if (method !== 'notifications/cancelled') return this.#deliver(message, exchange);
    const pending = this.#calls.find(objectOrEmpty(params)['requestId']);
    // MCP: a cancellation of something unknown or finished is ignored, and initialize cannot be cancelled.
    if (pending === undefined || pending.call.method === 'initialize') return undefined;
    this.#settle(pending, undefined);
    return this.#deliver({ ...message, params: { ...params, requestId: pending.ours } }, exchange);
  }

  #deliver(
    message: SdkMessage,
    exchange: Exchange | undefined,
  ): Maybe<undefined> & (Promise<undefined> | undefined) {
    const handOver = (): undefined =>
      void withExchange(exchange, () => this.#transport.onmessage?.(message, extraOf(exchange)));
    return this.#ready ? handOver() : this.#attached.then(handOver);
  }

  #createTransport(): SdkTransport {
    const { sessionId } = this.#options;
    return {
      ...(sessionId !== undefined && { sessionId }),
      start: async () => {},
      close: async () => this.close(),
      send: async (message, related) => {
        if (this.#ended) return;
        if (message.method === undefined) this.#reply(message);
        else this.#speak(message, related?.relatedRequestId);
      },
    };
  }

  #reply({ id, result, error }: SdkMessage): void {
    const pending = this.#calls.get(Number(id));
    if (pending === undefined) return; // cancelled, or answered already
    const { call } = pending;
    if (call.method === 'initialize') this.#agree(result);
    if (error !== undefined) {
      // Any other error than the guard's is in the SDK's words, not the contract's.
      const failure =
        call.fault === undefined ? failureOfRefusal(error, pending.request) : undefined;
      if (failure !== undefined) {
        this.#settle(pending, this.#refused(failure, pending));
        return;
      }
      const json = toJson(error) ?? '{"code":-32603,"message":"Internal error"}';
      this.#settle(pending, encodeError(call.id, json, 'omit'));
      return;
    }
    const json = resultJson(result, this.#options.maxResultChars);
    const reply =
      typeof json === 'string'
        ? encodeResult(call.id!, json)
        : this.answers.refuse(json, call, undefined, 'handler');
    this.#settle(pending, reply);
  }

  /** What the SDK refused before it had a server to ask. Who says a version speaks the revision that has versions in requests. */
  #refused(failure: ProtocolFailure, { call, request }: Pending): string {
    const era = claimedVersion(request.params) === undefined ? this.#era : MODERN;
    const { params } = request;
    return this.#options.answering.answersFor(era).refuse(failure, call, params, 'handler');
  }

  /** A notification or request of the server's own: with the request that it belongs to where the edge can, else on its own. */
  #speak(message: SdkMessage, related: string | number | undefined): void {
    const exchange =
      related === undefined ? undefined : this.#calls.get(Number(related))?.call.exchange;
    const params = message.params as NotificationMessage['params'];
    if (message.id === undefined && exchange?.notify !== undefined) {
      exchange.notify(message.method!, params);
      return;
    }
    const text =
      message.id === undefined ? encodeNotification(message.method!, params) : toJson(message);
    if (text === undefined) return;
    if (exchange?.send !== undefined) exchange.send(text);
    else this.#options.channel.send(text);
  }

  #agree(result: unknown): void {
    const { protocolVersion } = objectOrEmpty(result);
    const agreed = ERAS.find((era) => era !== 'jsonrpc' && era === protocolVersion);
    if (agreed !== undefined) this.#era = agreed;
  }
}

/** What the SDK hands its handlers beside the message. Few of them look at the headers. */
function extraOf(exchange: Exchange | undefined): object | undefined {
  if (exchange === undefined) return undefined;
  const requestInfo = {
    get headers() {
      return Object.fromEntries(exchange.headers?.() ?? []);
    },
  };
  return { requestInfo, ...(exchange.auth !== undefined && { authInfo: exchange.auth }) };
}
