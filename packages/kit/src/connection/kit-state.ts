import { quietly } from '@errata/core/internal';
import type { Call } from '@errata/core';
import type { Client } from '../client.js';
import type { KitOptions } from '../kit.js';
import type { ListKind, Offer } from '../offer/offer.js';
import { PeerBuckets } from '../peer-buckets.js';
import { TokenBucket } from '../token-bucket.js';
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
