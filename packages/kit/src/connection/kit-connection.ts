import {
  encodeBatch,
  type IdText,
  type Incoming,
  type NotificationMessage,
  type Problem,
  type RequestMessage,
  type SingleMessage,
} from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import {
  Call,
  ID_IN_USE,
  type Connection,
  type Deliver,
  type Exchange,
  type Maybe,
  type Met,
} from '@errata/core/server';
import { Client } from '../client.js';
import { hasClaim, MODERN } from '../envelope.js';
import type { Peer } from '../kit.js';
import { isPromise } from '../maybe.js';
import type { TokenBucket } from '../token-bucket.js';
import { BATCH_MODERN, generationOf, notInitialized, overRate, wrongEnvelope } from './gate.js';
import type { House } from './house.js';
import { Subscriptions } from './subscriptions.js';

/** One client of a kit. On stdio and TCP it may speak both generations; over HTTP the edge has found out which. */
export class KitConnection implements Connection {
  private readonly house: House;
  private readonly client: Client;
  /** The revision, where the wire says it. */
  private readonly told: Era | undefined;
  /** By whose rules texts are read, and in whose words it is answered what no request could be read from. */
  private era: Era;
  private handshake: Connection | undefined = undefined;
  private modern: Connection | undefined = undefined;
  private subscriptions: Subscriptions | undefined = undefined;
  private bucket: TokenBucket | undefined = undefined;

  constructor(house: House, { channel, era }: Peer) {
    this.house = house;
    this.client = new Client(channel);
    this.told = era;
    this.era = era ?? house.generations.first;
  }

  get inFlight(): number {
    const { handshake, modern, subscriptions } = this;
    return (handshake?.inFlight ?? 0) + (modern?.inFlight ?? 0) + (subscriptions?.size ?? 0);
  }

  receive(input: string | Uint8Array, exchange?: Exchange): Maybe<string | undefined> {
    return this.handle(this.house.generations.parse(this.era, input), exchange);
  }

  handle(incoming: Incoming, exchange?: Exchange): Maybe<string | undefined> {
    if (incoming.kind !== 'batch') return this.single(incoming, exchange);
    const { messages } = incoming;
    const mixed = this.house.generations.modern && messages.some(claims);
    if (mixed) return this.refuse(BATCH_MODERN, undefined, exchange);
    const replies = messages.map((message) => this.single(message, exchange));
    return replies.some(isPromise)
      ? Promise.all(replies).then((settled) => encodeBatch(settled.filter(isText)))
      : encodeBatch((replies as (string | undefined)[]).filter(isText));
  }

  refuse(met: Met, id?: IdText, exchange?: Exchange): string {
    return this.house.generations.answers(this.era).refuse(met, new Call('', id, exchange));
  }

  close(why?: unknown): void {
    this.handshake?.close(why);
    this.modern?.close(why);
    this.subscriptions?.close();
    this.client.close();
    this.house.clients.delete(this.client);
  }

  abandon(thrown: unknown, deliver: Deliver): void {
    this.handshake?.abandon(thrown, deliver);
    this.modern?.abandon(thrown, deliver);
    this.subscriptions?.finish();
  }

  private single(
    message: SingleMessage | Problem,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    switch (message.kind) {
      case 'request':
        return this.request(message, exchange);
      case 'notification':
        return this.notification(message, exchange);
      case 'response':
        return undefined; // nothing is asked of clients
      case 'problem':
        return this.work(this.era, message, exchange);
    }
  }

  private request(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const generation = this.generationOf(message);
    if (typeof generation === 'object') return this.turnAway(generation, message, MODERN, exchange);
    return generation === 'modern'
      ? this.modernRequest(message, exchange)
      : this.handshakeRequest(message, exchange);
  }

  private generationOf(message: RequestMessage): 'modern' | 'handshake' | Met {
    if (this.told === undefined) return generationOf(message, this.house.generations);
    return this.told === MODERN ? 'modern' : 'handshake';
  }

  private modernRequest(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const met = wrongEnvelope(message) ?? this.tooMany(message, exchange);
    if (met !== undefined) return this.turnAway(met, message, MODERN, exchange);
    // Whoever speaks it and has shaken no hands is answered in its words from now on.
    if (this.client.era === undefined) this.era = MODERN;
    if (this.subscriptions?.has(message.id)) {
      return this.turnAway(ID_IN_USE, message, MODERN, exchange);
    }
    if (message.method !== 'subscriptions/listen') return this.work(MODERN, message, exchange);
    this.subscriptions ??= new Subscriptions(this.house, this.client, this.told === MODERN);
    return this.subscriptions.open(message, exchange);
  }

  private handshakeRequest(
    message: RequestMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const { client } = this;
    const met = this.tooEarly(message) ?? this.tooMany(message, exchange);
    if (met !== undefined) return this.turnAway(met, message, this.handshakeEra, exchange);
    const reply = this.work(this.handshakeEra, message, exchange);
    // From here on, everything goes by the revision that was agreed on.
    if (client.era !== undefined && client.era !== this.era) {
      this.era = client.era;
      this.handshake = undefined;
    }
    return reply;
  }

  private get handshakeEra(): Era {
    return this.client.era ?? this.told ?? this.house.generations.first;
  }

  private tooEarly({ method }: RequestMessage): Met | undefined {
    const free = this.client.era !== undefined || method === 'initialize' || method === 'ping';
    return free ? undefined : notInitialized(this.house.generations.contract);
  }

  private tooMany({ method }: RequestMessage, exchange: Exchange | undefined): Met | undefined {
    if (method === 'ping') return undefined;
    // Where every request is a connection of its own, the user is what they have in common.
    const bucket =
      this.told === MODERN
        ? this.house.bucketOf(exchange?.auth)
        : (this.bucket ??= this.house.createBucket());
    return bucket && overRate(bucket);
  }

  private turnAway(
    met: Met,
    { id, method, params }: RequestMessage,
    era: Era,
    exchange: Exchange | undefined,
  ): string {
    const call = new Call(method, id, exchange);
    const reply = this.house.generations.answers(era).refuse(met, call, params);
    this.house.answered(call);
    return reply;
  }

  private notification(
    message: NotificationMessage,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const { method, params } = message;
    const { client } = this;
    if (method === 'notifications/initialized') {
      if (client.era !== undefined) this.house.clients.add(client);
      return undefined;
    }
    if (method === 'notifications/cancelled') return this.cancel(message);
    const modern = this.told === undefined ? hasClaim(params) : this.told === MODERN;
    if (modern) return this.work(MODERN, message, exchange);
    return client.era === undefined ? undefined : this.work(client.era, message, exchange);
  }

  /** A cancellation does not have to say which generation its request was of. */
  private cancel(message: NotificationMessage): undefined {
    this.subscriptions?.cancel(membersOf(message.params)['requestId']);
    void this.handshake?.handle(message);
    void this.modern?.handle(message);
  }

  private work(
    era: Era,
    message: SingleMessage | Problem,
    exchange: Exchange | undefined,
  ): Maybe<string | undefined> {
    const { generations } = this.house;
    generations.turn.client = this.client;
    const connection =
      era === MODERN
        ? (this.modern ??= generations.connect(MODERN))
        : (this.handshake ??= generations.connect(era));
    return connection.handle(message, exchange);
  }
}

function claims(message: object): boolean {
  return 'params' in message && hasClaim(message.params);
}

function isText(reply: string | undefined): reply is string {
  return reply !== undefined;
}
