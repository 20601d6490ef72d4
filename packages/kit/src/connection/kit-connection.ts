import {
  type Incoming,
  type NotificationMessage,
  type RequestMessage,
  type SingleMessage,
  objectOrEmpty,
  BaseConnection,
  ID_IN_USE,
  type Connection,
  type Deliver,
  type Exchange,
  type FailureAnswers,
  type Maybe,
  type ProtocolFailure,
  hasClaim,
  MODERN,
  wrongEnvelope,
  Call,
} from '@errata/core/internal';
import type { Era } from '@errata/core';
import { Client } from '../call-context.js';
import type { Peer } from '../kit.js';
import type { TokenBucket } from '../token-bucket.js';
import { BATCH_MODERN, generationOf, notInitialized, overRate } from './gate.js';
import type { KitState } from './generations.js';
import { Subscriptions } from './subscriptions.js';

/** One client of a kit. On stdio and TCP it may speak both generations; over HTTP the edge has found out which. */
export class KitConnection extends BaseConnection {
  readonly #state: KitState;
  readonly #client: Client;
  /** The revision, if the transport knows it. */
  readonly #told: Era | undefined;
  /** The rules for reading texts, and for replies to invalid ones. */
  #era: Era;
  #handshake: Connection | undefined = undefined;
  #modern: Connection | undefined = undefined;
  #subscriptions: Subscriptions | undefined = undefined;
  #bucket: TokenBucket | undefined = undefined;

  constructor(state: KitState, { channel, era }: Peer) {
    super();
    this.#state = state;
    this.#client = new Client(channel);
    this.#told = era;
    this.#era = era ?? state.generations.first;
  }

  get inFlight(): number {
    const handshake = this.#handshake;
    const modern = this.#modern;
    const subscriptions = this.#subscriptions;
    return (handshake?.inFlight ?? 0) + (modern?.inFlight ?? 0) + (subscriptions?.size ?? 0);
  }

  protected get answers(): FailureAnswers {
    return this.#state.generations.of(this.#era).answers;
  }

  protected parse(input: string | Uint8Array): Incoming {
    return this.#state.generations.of(this.#era).parse(input);
  }

  override handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined> {
    const mixed =
      incoming.kind === 'batch' && this.#state.generations.modern && incoming.messages.some(claims);
    return mixed
      ? this.refuse(BATCH_MODERN, undefined, exchange)
      : super.handle(incoming, exchange);
  }

  close(why?: unknown): void {
    this.#handshake?.close(why);
    this.#modern?.close(why);
    this.#subscriptions?.close();
    this.#client.close();
    this.#state.clients.delete(this.#client);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    this.#handshake?.abandon(thrown, deliver);
    this.#modern?.abandon(thrown, deliver);
    this.#subscriptions?.finish();
  }

  protected request(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const generation = this.#generationOf(message);
    if (typeof generation === 'object')
      return this.#turnAway(generation, message, MODERN, exchange);
    return generation === 'modern'
      ? this.#modernRequest(message, exchange)
      : this.#handshakeRequest(message, exchange);
  }

  #generationOf(message: RequestMessage): 'modern' | 'handshake' | ProtocolFailure {
    if (this.#told === undefined) return generationOf(message, this.#state.generations);
    return this.#told === MODERN ? 'modern' : 'handshake';
  }

  #modernRequest(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const failure = wrongEnvelope(message.params) ?? this.#tooMany(message, exchange);
    if (failure !== undefined) return this.#turnAway(failure, message, MODERN, exchange);
    // A client that uses it without a handshake is answered in this revision from now on.
    if (this.#client.era === undefined) this.#era = MODERN;
    if (this.#subscriptions?.has(message.id)) {
      return this.#turnAway(ID_IN_USE, message, MODERN, exchange);
    }
    if (message.method !== 'subscriptions/listen') return this.#work(MODERN, message, exchange);
    this.#subscriptions ??= new Subscriptions(this.#state, this.#client, this.#told === MODERN);
    return this.#subscriptions.open(message, exchange);
  }

  #handshakeRequest(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const client = this.#client;
    const failure = this.#tooEarly(message) ?? this.#tooMany(message, exchange);
    if (failure !== undefined)
      return this.#turnAway(failure, message, this.#handshakeEra, exchange);
    const reply = this.#work(this.#handshakeEra, message, exchange);
    // From here on, everything goes by the revision that was agreed on.
    if (client.era !== undefined && client.era !== this.#era) {
      this.#era = client.era;
      this.#handshake = undefined;
    }
    return reply;
  }

  get #handshakeEra(): Era {
    return this.#client.era ?? this.#told ?? this.#state.generations.first;
  }

  #tooEarly({ method }: RequestMessage): ProtocolFailure | undefined {
    const free = this.#client.era !== undefined || method === 'initialize' || method === 'ping';
    return free ? undefined : notInitialized(this.#state.generations.contract);
  }

  #tooMany(
    { method }: RequestMessage,
    exchange: Exchange | undefined,
  ): ProtocolFailure | undefined {
    if (method === 'ping') return undefined;
    // Where every request is a connection of its own, the user is what they have in common.
    const bucket =
      this.#told === MODERN
        ? this.#state.bucketOf(exchange?.auth)
        : (this.#bucket ??= this.#state.createBucket());
    return bucket && overRate(bucket);
  }

  #turnAway(
    failure: ProtocolFailure,
    { id, method, params }: RequestMessage,
    era: Era,
    exchange: Exchange | undefined,
  ): string {
    const call = new Call(method, id, exchange);
    const reply = this.#state.generations.of(era).answers.refuse(failure, call, params);
    this.#state.answered(call);
    return reply;
  }

  protected notification(
    message: NotificationMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const { method, params } = message;
    const client = this.#client;
    if (method === 'notifications/initialized') {
      if (client.era !== undefined) this.#state.clients.add(client);
      return undefined;
    }
    if (method === 'notifications/cancelled') return this.#cancel(message);
    const modern = this.#told === undefined ? hasClaim(params) : this.#told === MODERN;
    if (modern) return this.#work(MODERN, message, exchange);
    return client.era === undefined ? undefined : this.#work(client.era, message, exchange);
  }

  /** A cancellation does not have to say which generation its request was of. */
  #cancel(message: NotificationMessage): undefined {
    this.#subscriptions?.cancel(objectOrEmpty(message.params)['requestId']);
    void this.#handshake?.handle(message);
    void this.#modern?.handle(message);
  }

  #work(
    era: Era,
    message: SingleMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const connect = () => this.#state.generations.of(era).connect(this.#client);
    const connection =
      era === MODERN ? (this.#modern ??= connect()) : (this.#handshake ??= connect());
    return connection.handle(message, exchange);
  }
}

function claims(message: object): boolean {
  return 'params' in message && hasClaim(message.params);
}
