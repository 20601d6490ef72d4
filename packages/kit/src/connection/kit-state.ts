import { membersOf, quietly } from '@errata/core/internal';
import type { Call } from '@errata/core';
import type { Client } from '../client.js';
import type { KitOptions } from '../kit.js';
import type { ListKind, Offer } from '../offer/offer.js';
import { type Rate, TokenBucket } from '../token-bucket.js';
import { Generations } from './generations.js';
import type { Subscription } from './subscription.js';

/** What all connections of a kit have in common. */
export class KitState {
  readonly offer: Offer;
  readonly generations: Generations;
  /** Those that have shaken hands, and hear of changes unasked. */
  readonly clients = new Set<Client>();
  readonly subscriptions = new Set<Subscription>();
  readonly #options: KitOptions;
  readonly #peers: PeerBuckets | undefined;
  readonly #changed = new Set<ListKind>();

  constructor(options: KitOptions, offer: Offer) {
    this.#options = options;
    this.offer = offer;
    this.generations = new Generations(options, offer);
    this.#peers = options.rate && new PeerBuckets(options.rate);
    offer.onChange = (kind) => this.#announce(kind);
  }

  /** A bucket for one connection, where there is a rate. */
  createBucket(): TokenBucket | undefined {
    const { rate } = this.#options;
    return rate && new TokenBucket(rate);
  }

  /** The bucket of whoever asks without a connection. */
  bucketOf(auth: unknown): TokenBucket | undefined {
    return this.#peers?.of(auth);
  }

  /** Tell whoever counts of a request that never came to a handler. */
  answered({ method, fault }: Call): void {
    const { onCall } = this.#options;
    if (onCall !== undefined)
      quietly(() => onCall({ method, milliseconds: 0, ...(fault && { fault }) }));
  }

  endSubscriptions(): void {
    for (const subscription of [...this.subscriptions]) subscription.finish();
  }

  /** Many changes at once are told once. */
  #announce(kind: ListKind): void {
    if (this.clients.size === 0 && this.subscriptions.size === 0) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#tellChanges());
    this.#changed.add(kind);
  }

  #tellChanges(): void {
    const kinds = [...this.#changed];
    this.#changed.clear();
    for (const kind of kinds) {
      for (const client of this.clients) client.tell(`notifications/${kind}/list_changed`);
      for (const subscription of this.subscriptions) subscription.listChanged(kind);
    }
  }
}

/**
 * Buckets for requests that belong to no connection: one per user that the edge has authorized, and one for all that it has not,
 * because nothing else tells them apart.
 */
export class PeerBuckets {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  of(auth: unknown): TokenBucket {
    const user = userOf(auth);
    const known = this.#buckets.get(user);
    if (known !== undefined) return known;
    if (this.#buckets.size >= MAX_BUCKETS) this.#forget();
    const made = new TokenBucket(this.#rate);
    this.#buckets.set(user, made);
    return made;
  }

  /** A full bucket is like a new one. Where none is, the oldest goes. */
  #forget(): void {
    for (const [user, bucket] of this.#buckets) if (bucket.full) this.#buckets.delete(user);
    if (this.#buckets.size < MAX_BUCKETS) return;
    const [oldest] = this.#buckets.keys();
    this.#buckets.delete(oldest!);
  }
}

const MAX_BUCKETS = 10_000;

/** The usual names for who somebody is, in what `authorize` gives. */
const NAMES = ['sub', 'user', 'userId', 'clientId', 'id', 'name'] as const;

function userOf(auth: unknown): string {
  if (typeof auth === 'string') return `user ${auth}`;
  const members = membersOf(auth);
  const name = NAMES.map((key) => members[key]).find((value) => typeof value === 'string');
  return name === undefined ? '' : `user ${name as string}`;
}
