import { objectOrEmpty } from '@errata/core/internal';
import { TokenBucket, type Rate } from './token-bucket.js';

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

/** The usual members for the user in the result of `authorize`. */
const NAMES = ['sub', 'user', 'userId', 'clientId', 'id', 'name'] as const;

function userOf(auth: unknown): string {
  if (typeof auth === 'string') return `user ${auth}`;
  const members = objectOrEmpty(auth);
  const name = NAMES.map((key) => members[key]).find((value) => typeof value === 'string');
  return name === undefined ? '' : `user ${name as string}`;
}
